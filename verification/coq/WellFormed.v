(** Well-formed tables: their keys are complete, and so are their noise values. *)

From Coq Require Import ZArith Reals List Bool Lia Sorted.
From Ptcert Require Import Sums Table Keys Privacy.
Import ListNotations.
Open Scope Z_scope.

Definition good_past (t : table) : bool :=
  match past t with
  | Wrap start period =>
      (first t <=? start) && (1 <=? period) && (start + period - 1 <=? last t)
  | _ => true
  end.

Definition well_formed (t : table) : bool :=
  (0 <? keysize t) && ((if zero_is_kept t then 1 else 0) <=? first t)
  && (first t <=? last t) && forallb (good_row (keysize t)) (rows t) && good_past t.

Section WellFormed.
  Variable t : table.
  Hypothesis formed : well_formed t = true.

  Lemma formed_parts :
    0 < keysize t /\ 0 <= first t <= last t /\ (zero_is_kept t = true -> 1 <= first t)
    /\ Forall (fun r => good_row (keysize t) r = true) (rows t) /\ good_past t = true.
  Proof.
    unfold well_formed in formed. rewrite !andb_true_iff in formed.
    destruct formed as [[[[H1 H2] H3] H4] H5].
    rewrite forallb_forall in H4. rewrite Forall_forall.
    destruct (zero_is_kept t); repeat split; try lia; auto.
  Qed.

  (** A row that is used is one of the table, or that of a count of 0 which is kept. *)
  Lemma row_of_source n r :
    row_of t n = Some r ->
    (r = [(0, keysize t)] /\ n = 0 /\ zero_is_kept t = true) \/ In r (rows t).
  Proof.
    unfold row_of, nth_row. destruct ((n =? 0) && zero_is_kept t) eqn:E.
    - apply andb_true_iff in E as [E1 E2]. intros H. injection H as <-. left.
      repeat split; [lia | exact E2].
    - destruct (n <? first t); [discriminate|].
      destruct (n <=? last t); [intros H; right; eapply nth_error_In, H|].
      destruct (past t); try discriminate; intros H; right; eapply nth_error_In, H.
  Qed.

  Lemma row_of_good n r : row_of t n = Some r -> good_row (keysize t) r = true.
  Proof.
    intros H. destruct formed_parts as (HK & _ & _ & Hrows & _).
    destruct (row_of_source _ _ H) as [[-> _]|Hin].
    - unfold good_row, total. simpl. rewrite Z.add_0_r, Z.eqb_refl.
      replace (0 <? keysize t) with true by lia. reflexivity.
    - rewrite Forall_forall in Hrows. auto.
  Qed.

  (** ** Key completeness *)

  Theorem keys_are_complete : every_key_has_one_noise t.
  Proof.
    intros n key Hn. unfold noise. destruct (row_of t n) as [r|] eqn:E; [|contradiction].
    apply row_of_good, good_row_runs in E as [Hruns Htotal].
    pose proof (key_in_row r key Hruns) as H. rewrite Htotal in H. split.
    - intros Hkey. destruct (proj2 H Hkey) as [z Hz]. exists z. split; [exact Hz|].
      intros z' Hz'. congruence.
    - intros Hkey. destruct (noise_of_key r key) as [z|] eqn:E'; [|reflexivity].
      exfalso. apply Hkey, H. eauto.
  Qed.

  (** ** Every noise value *)

  (** Going through the noise values, no step upward is larger than 1. *)
  Fixpoint small_steps (z : Z) (r : row) : bool :=
    match r with
    | [] => true
    | (z', _) :: rest => (z' <=? z + 1) && small_steps z' rest
    end.

  Definition gapless (r : row) : bool :=
    match Sorting.sort r with
    | [] => true
    | (z, _) :: rest => small_steps z rest
    end.

  Lemma small_steps_meet r : forall z0 z high,
    small_steps z0 r = true -> z0 <= z <= high -> In high (z0 :: map fst r) ->
    In z (z0 :: map fst r).
  Proof.
    induction r as [|[z1 k] r IH]; intros z0 z high Hsteps Hz Hhigh.
    - destruct Hhigh as [<-|[]]. left. lia.
    - simpl in Hsteps. apply andb_true_iff in Hsteps as [H1 Hsteps].
      destruct (Z.eq_dec z0 z) as [<-|Hne]; [left; reflexivity|].
      right. destruct Hhigh as [<-|Hhigh]; [lia|].
      apply (IH z1 z high); [assumption | lia | assumption].
  Qed.

  Lemma gapless_row r low z high :
    gapless r = true -> low <= z <= high ->
    In low (map fst r) -> In high (map fst r) -> In z (map fst r).
  Proof.
    assert (sorted : forall z, In z (map fst r) <-> In z (map fst (Sorting.sort r))).
    { intros y. split; apply Permutation.Permutation_in, Permutation.Permutation_map;
        [|apply Permutation.Permutation_sym]; apply Sorting.Permuted_sort. }
    rewrite !sorted. unfold gapless.
    pose proof (Sorting.StronglySorted_sort r by_outcome_transitive) as Hsorted.
    destruct (Sorting.sort r) as [|[z0 k] rest]; [intros _ _ []|].
    intros Hsteps Hz Hlow Hhigh. apply (small_steps_meet rest z0 z high Hsteps); [|exact Hhigh].
    apply StronglySorted_inv in Hsorted as [_ Hfirst]. rewrite Forall_forall in Hfirst.
    destruct Hlow as [<-|Hlow]; [simpl in Hz; lia|].
    apply in_map_iff in Hlow as [run [<- Hrun]]. specialize (Hfirst run Hrun).
    unfold is_true, ByOutcome.leb in Hfirst. simpl in Hfirst. lia.
  Qed.

  Lemma noise_with_a_key (r : row) z :
    Forall (fun run => 0 < snd run) r -> 0 < weight_of (Z.eqb z) r <-> In z (map fst r).
  Proof.
    induction 1 as [|[z' k] r Hk Hr IH]; simpl; [lia|]. simpl in Hk.
    assert (0 <= weight_of (Z.eqb z) r).
    { apply weight_of_pos. eapply Forall_impl; [|exact Hr]. simpl. intros; lia. }
    destruct (Z.eqb_spec z z') as [->|Hne]; [split; intros; [left; reflexivity | lia]|].
    rewrite Z.add_0_l, IH. split; [auto | intros [<-|H']; [contradiction | exact H']].
  Qed.

  Theorem noise_values_are_complete :
    forallb gapless (rows t) = true -> every_noise_has_a_key t.
  Proof.
    rewrite forallb_forall. intros Hrows n low z high Hz.
    destruct (row_of t n) as [r|] eqn:E.
    - pose proof (row_of_good _ _ E) as Hgood. rewrite !(number_of_keys_is_weight t n r E Hgood).
      apply good_row_runs in Hgood as [Hruns _]. rewrite !noise_with_a_key by exact Hruns.
      apply gapless_row; [|exact Hz]. destruct (row_of_source _ _ E) as [[-> _]|Hin]; auto.
    - unfold number_of_keys, noise. rewrite E.
      assert (empty : forall l : list Z, filter (fun _ => false) l = []).
      { induction l; simpl; auto. }
      rewrite empty. simpl. lia.
  Qed.
End WellFormed.
