(** Checks for every pair of neighbouring counts that a table covers, in both directions. *)

From Coq Require Import ZArith QArith Qreals Reals List Bool Lia.
From Ptcert Require Import Sums Table Privacy RowShape WellFormed Pairs.
Import ListNotations.
Open Scope Z_scope.

Section Checks.
  Variable t : table.
  Hypothesis formed : well_formed t = true.

  (** Is the excess of r over r', d further, at most delta? e^epsilon is at least lo. *)
  Definition small_excess (lo delta : Q) (d : Z) (r r' : row) : bool :=
    excess (Qnum lo) (QDen lo) r (merged (Z.add d) r') * QDen delta
      <=? Qnum delta * (QDen lo * keysize t).

  Definition large_excess (hi delta : Q) (d : Z) (r r' : row) : bool :=
    Qnum delta * (QDen hi * keysize t)
      <=? excess (Qnum hi) (QDen hi) r (merged (Z.add d) r') * QDen delta.

  Definition all_pairs_check (lo delta : Q) : bool :=
    (0 <=? Qnum lo) &&
    forallb (fun n => match row_of t n, row_of t (n + 1) with
                      | Some r, Some r' =>
                          small_excess lo delta 1 r r' && small_excess lo delta (-1) r' r
                      | _, _ => false
                      end) (representatives t).

  Theorem all_pairs_private e lo delta :
    all_pairs_check lo delta = true -> (Q2R lo <= e)%R ->
    forall n m, neighbours t n m -> private t n m e (Q2R delta).
  Proof.
    intros Hcheck Hlo. unfold all_pairs_check in Hcheck.
    rewrite andb_true_iff, forallb_forall in Hcheck. destruct Hcheck as [Hnum Hall].
    assert (found : forall n r r', row_of t n = Some r -> row_of t (n + 1) = Some r' ->
              small_excess lo delta 1 r r' = true /\ small_excess lo delta (-1) r' r = true).
    { intros n r r' Hr Hr'. destruct (represented t formed n r r' Hr Hr') as (n0 & Hin & H0 & H1).
      specialize (Hall n0 Hin). rewrite H0, H1 in Hall. apply andb_true_iff, Hall. }
    unfold small_excess in found. intros n m (Hn & Hm & Hnext). unfold covered in Hn, Hm.
    destruct (row_of t n) as [r|] eqn:Er; [|contradiction].
    destruct (row_of t m) as [r'|] eqn:Er'; [|contradiction].
    apply (private_pair t formed n m r r' e Er Er' lo delta); [lia | exact Hlo |].
    destruct Hnext as [-> | ->].
    - replace (n + 1 - n) with 1 by lia. destruct (found n r r' Er Er'). lia.
    - replace (m - (m + 1)) with (-1) by lia. destruct (found m r' r Er' Er). lia.
  Qed.

  Definition tight_check (lo hi : Q) (pair : pair_delta) : bool :=
    match row_of t (count pair), row_of t (other pair) with
    | Some r, Some r' =>
        small_excess lo (most pair) (other pair - count pair) r r'
        && large_excess hi (least pair) (other pair - count pair) r r'
    | _, _ => false
    end.

  Lemma each_pair_tight e lo hi pairs :
    0 <= Qnum lo -> forallb (tight_check lo hi) pairs = true -> (Q2R lo <= e <= Q2R hi)%R ->
    Forall (tight t e) pairs.
  Proof.
    rewrite forallb_forall, Forall_forall. intros Hnum Hcheck [Hlo Hhi] pair Hin.
    specialize (Hcheck pair Hin). unfold tight_check in Hcheck.
    destruct (row_of t (count pair)) as [r|] eqn:Er; [|discriminate].
    destruct (row_of t (other pair)) as [r'|] eqn:Er'; [|discriminate].
    apply andb_true_iff in Hcheck as [Hsmall Hlarge]. unfold small_excess, large_excess in *.
    split.
    - apply (private_pair t formed _ _ r r' e Er Er' lo); [lia | exact Hlo | lia].
    - apply (exceeded_pair t formed _ _ r r' e Er Er' hi); [exact Hhi | lia].
  Qed.

  (** The rows of the listed pairs, each with the step from the one count to the other. *)
  Definition listed_rows (pairs : list pair_delta) : list (option row * option row * Z) :=
    map (fun pair => (row_of t (count pair), row_of t (other pair), other pair - count pair)) pairs.

  Definition is_listed (known : list (option row * option row * Z)) (r r' : row) (step : Z)
      : bool :=
    existsb (fun pair => match pair with
                         | (Some a, Some b, d) => (d =? step) && same_row r a && same_row r' b
                         | _ => false
                         end) known.

  Definition listed_check (pairs : list pair_delta) : bool :=
    let known := listed_rows pairs in
    forallb (fun n => match row_of t n, row_of t (n + 1) with
                      | Some r, Some r' => is_listed known r r' 1 && is_listed known r' r (-1)
                      | _, _ => false
                      end) (representatives t).

  Lemma is_listed_sound pairs n m r r' :
    row_of t n = Some r -> row_of t m = Some r' ->
    is_listed (listed_rows pairs) r r' (m - n) = true -> Exists (same_rows t n m) pairs.
  Proof.
    intros Hr Hr' H. unfold is_listed in H. apply existsb_exists in H as ([[a b] d] & Hin & H).
    apply in_map_iff in Hin as (pair & E & Hpair). injection E as Ea Eb Ed.
    destruct a as [a|]; [|discriminate]. destruct b as [b|]; [|discriminate].
    rewrite !andb_true_iff in H. destruct H as [[Hd Ha] Hb].
    apply same_row_equal in Ha as <-. apply same_row_equal in Hb as <-.
    apply Exists_exists. exists pair. split; [exact Hpair|]. unfold same_rows.
    repeat split; [congruence | congruence | lia].
  Qed.

  Theorem pairs_tight e lo hi pairs :
    (0 <=? Qnum lo) && forallb (tight_check lo hi) pairs && listed_check pairs = true ->
    (Q2R lo <= e <= Q2R hi)%R -> tight_pairs t e pairs.
  Proof.
    rewrite !andb_true_iff. intros [[Hnum Htight] Hlisted] He. split.
    - apply (each_pair_tight e lo hi); [lia | exact Htight | exact He].
    - unfold listed_check in Hlisted. rewrite forallb_forall in Hlisted.
      assert (found : forall n r r', row_of t n = Some r -> row_of t (n + 1) = Some r' ->
                is_listed (listed_rows pairs) r r' 1 = true /\
                is_listed (listed_rows pairs) r' r (-1) = true).
      { intros n r r' Hr Hr'. destruct (represented t formed n r r' Hr Hr') as (n0 & Hin & H0 & H1).
        specialize (Hlisted n0 Hin). rewrite H0, H1 in Hlisted. apply andb_true_iff, Hlisted. }
      intros n m (Hn & Hm & Hnext). unfold covered in Hn, Hm.
      destruct (row_of t n) as [r|] eqn:Er; [|contradiction].
      destruct (row_of t m) as [r'|] eqn:Er'; [|contradiction].
      apply (is_listed_sound pairs n m r r' Er Er'). destruct Hnext as [-> | ->].
      + replace (n + 1 - n) with 1 by lia. apply (found n r r' Er Er').
      + replace (m - (m + 1)) with (-1) by lia. apply (found m r' r Er' Er).
  Qed.
End Checks.
