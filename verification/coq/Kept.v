(** A table keeps the rules: its rows are gone through, one by one. *)

From Coq Require Import ZArith Reals List Bool Lia Lra.
From Ptcert Require Import Sums Table Keys Rules WellFormed Moments Pairs Duality.
Import ListNotations.
Open Scope Z_scope.

Definition row_keeps (r : rules) (n : Z) (found : row) : bool :=
  forallb (fun run => allowed r n (fst run)) found
  && forallb (fun c => let sum_of := moment (coefficient c) found in
                       if is_equation c then sum_of =? 0 else sum_of <=? 0) (conditions_of r n).

Definition keeps_check (r : rules) (t : table) : bool :=
  match past t with Repeat => true | _ => false end
  && (last t =? last_count r) && (1 <=? last_count r)
  && forallb (fun n => match row_of t n with Some found => row_keeps r n found | None => false end)
             (between (first_count r) (last_count r)).

Section Kept.
  Variables (r : rules) (t : table).
  Hypothesis formed : well_formed t = true.

  Lemma row_conditions n found :
    row_of t n = Some found -> row_keeps r n found = true ->
    (forall key z, noise t n key = Some z -> allowed r n z = true) /\
    Forall (keeps_condition t n) (conditions_of r n).
  Proof.
    intros Hrow Hkeeps. apply andb_true_iff in Hkeeps as [Hnoise Hconditions].
    rewrite forallb_forall in Hnoise, Hconditions. split.
    - intros key z Hz. unfold noise in Hz. rewrite Hrow in Hz. apply key_leads_into_row in Hz.
      apply in_map_iff in Hz as (run & <- & Hrun). auto.
    - apply Forall_forall. intros c Hc. specialize (Hconditions c Hc). cbv beta zeta in Hconditions.
      destruct (formed_parts t formed) as [HK _].
      apply condition_is; [exact HK | exact (keys_are_complete t formed) | |].
      { unfold covered. congruence. }
      rewrite (mean_is_weight t n found Hrow (row_of_good t formed n found Hrow)).
      rewrite <- moment_is_seen. apply IZR_lt in HK.
      pose proof (Rinv_0_lt_compat _ HK) as Hinv. unfold Rdiv.
      destruct (is_equation c).
      + apply Z.eqb_eq in Hconditions. rewrite Hconditions. lra.
      + apply Z.leb_le, IZR_le in Hconditions. nra.
  Qed.

  Lemma rows_repeat :
    keeps_check r t = true ->
    1 <= last_count r /\ forall n, last_count r <= n -> row_of t n = row_of t (last_count r).
  Proof.
    unfold keeps_check. rewrite !andb_true_iff. intros [[[Hpast Hlast] Hone] _].
    apply Z.eqb_eq in Hlast. apply Z.leb_le in Hone. split; [exact Hone|].
    intros n Hn. rewrite <- Hlast in *.
    destruct (Z.eq_dec n (last t)) as [->|Hne]; [reflexivity|].
    rewrite (row_of_late t formed n), (row_of_last t formed) by lia.
    destruct (past t); [reflexivity | discriminate | discriminate].
  Qed.

  Theorem table_keeps : keeps_check r t = true -> keeps r t.
  Proof.
    intros Hcheck. destruct (rows_repeat Hcheck) as [Hone late].
    unfold keeps_check in Hcheck. rewrite !andb_true_iff, forallb_forall in Hcheck.
    destruct Hcheck as [_ Hrows]. destruct (from_to r Hone) as [_ Hto].
    assert (row : forall n, first_count r <= n <= last_count r ->
              exists found, row_of t n = Some found /\ row_keeps r n found = true).
    { intros n Hn. specialize (Hrows n (proj2 (in_between _ _ _) Hn)).
      destruct (row_of t n) as [found|]; [exists found; auto | discriminate]. }
    split; [exact (keys_are_complete t formed)|]. split; [|split].
    - intros n Hn. unfold covered. destruct (Z.le_gt_cases n (last_count r)) as [H|H].
      + destruct (row n (conj Hn H)) as (found & E & _). congruence.
      + rewrite (late n) by lia.
        destruct (row (last_count r)) as (found & E & _); [lia | congruence].
    - intros n key Hn. unfold noise. rewrite (late n Hn). reflexivity.
    - intros n Hn. destruct (row n Hn) as (found & E & Hkeeps).
      exact (row_conditions n found E Hkeeps).
  Qed.
End Kept.
