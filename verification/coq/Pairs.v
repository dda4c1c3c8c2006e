(** Privacy of two counts from the excess of their rows; and which pairs of rows there are.

    Past the last row the rows repeat, so finitely many pairs of rows stand for all pairs. *)

From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra.
From Ptcert Require Import Sums Table Keys Privacy WellFormed.
Import ListNotations.
Open Scope Z_scope.

Section Table.
  Variable t : table.
  Hypothesis formed : well_formed t = true.

  (** ** Pairs of rows *)

  Section TwoRows.
    Variables (n m : Z) (r r' : row) (e : R).
    Hypothesis row_n : row_of t n = Some r.
    Hypothesis row_m : row_of t m = Some r'.

    (** Both seen from n: the outcomes of m stand m - n further. *)
    Let seen_from_n : weights := merged (Z.add (m - n)) r'.

    Lemma P_test_of_m f :
      P_test t m f = (weight_seen (fun y => f (n + y)%Z) seen_from_n / IZR (keysize t))%R.
    Proof.
      rewrite (P_test_is_weight t m r' row_m (row_of_good t formed _ _ row_m)). f_equal.
      unfold weight_seen, seen_from_n, merged. rewrite sum_map. apply sum_ext.
      intros zk _. cbn [fst snd]. do 2 f_equal. lia.
    Qed.

    Lemma seen_from_n_pos : Forall (fun yw => 0 <= snd yw) seen_from_n.
    Proof.
      destruct (good_row_runs _ _ (row_of_good t formed _ _ row_m)) as [H _].
      unfold seen_from_n, merged. rewrite Forall_map. eapply Forall_impl; [|exact H].
      simpl. intros; lia.
    Qed.

    Theorem private_pair lo delta :
      0 <= Qnum lo -> (Q2R lo <= e)%R ->
      excess (Qnum lo) (QDen lo) r seen_from_n * QDen delta
        <= Qnum delta * (QDen lo * keysize t) ->
      private t n m e (Q2R delta).
    Proof.
      intros Hnum Hlo Hexcess. destruct (formed_parts t formed) as [HK _].
      assert (tests : forall f : Z -> R, (forall y, 0 <= f y <= 1)%R ->
        (P_test t n f <= e * P_test t m f + Q2R delta)%R).
      { intros f Hf. rewrite P_test_of_m.
        rewrite (P_test_is_weight t n r row_n (row_of_good t formed _ _ row_n)).
        apply (private_of_excess r seen_from_n (keysize t) e seen_from_n_pos HK
                 (Qnum lo) (QDen lo) (Qnum delta) (QDen delta)); try lia; try assumption.
        intros y. apply Hf. }
      split; [|exact tests]. intros S. rewrite !P_is_test. apply tests.
      intros y. unfold indicator. destruct (S y); lra.
    Qed.

    Theorem exceeded_pair hi delta :
      (e <= Q2R hi)%R ->
      Qnum delta * (QDen hi * keysize t)
        <= excess (Qnum hi) (QDen hi) r seen_from_n * QDen delta ->
      exceeded t n m e (Q2R delta).
    Proof.
      intros Hhi Hexcess. destruct (formed_parts t formed) as [HK _].
      destruct (tight_of_excess r seen_from_n (keysize t) e seen_from_n_pos HK
                  (Qnum hi) (QDen hi) (Qnum delta) (QDen delta)) as [S HS]; try lia; try assumption.
      exists (fun y => S (y - n)). rewrite !P_is_test, P_test_of_m.
      rewrite (P_test_is_weight t n r row_n (row_of_good t formed _ _ row_n)).
      assert (same : forall l, weight_seen (fun y => indicator (fun v => S (v - n)) (n + y)) l
                               = weight_seen (indicator S) l).
      { intros l. apply sum_ext. intros yw _. unfold indicator.
        replace (n + fst yw - n) with (fst yw) by lia. reflexivity. }
      rewrite !same. unfold Q2R. unfold Rdiv in *. lra.
    Qed.
  End TwoRows.

  (** ** All pairs *)

  (** Counts n whose pairs (n, n + 1) stand for all pairs. *)
  Definition representatives : list Z :=
    (if zero_is_kept t && (first t =? 1) then [0] else [])
    ++ between (first t) (last t - 1)
    ++ match past t with
       | Repeat => [last t]
       | Wrap _ period => between (last t) (last t + period)
       | Stop => []
       end.

  Lemma row_of_late n : last t < n ->
    row_of t n = match past t with
                 | Repeat => nth_row t (last t)
                 | Wrap start period => nth_row t (start + (n - start) mod period)
                 | Stop => None
                 end.
  Proof.
    intros H. destruct (formed_parts t formed) as (_ & H' & _). unfold row_of.
    replace (n =? 0) with false by lia. replace (n <? first t) with false by lia.
    replace (n <=? last t) with false by lia. reflexivity.
  Qed.

  Lemma row_of_last : row_of t (last t) = nth_row t (last t).
  Proof.
    destruct (formed_parts t formed) as (_ & H & Hz & _). unfold row_of.
    replace ((last t =? 0) && zero_is_kept t) with false.
    - replace (last t <? first t) with false by lia.
      replace (last t <=? last t) with true by lia. reflexivity.
    - symmetry. apply andb_false_iff. destruct (zero_is_kept t); [left|right]; lia.
  Qed.

  Lemma covered_from_first n r :
    row_of t n = Some r -> n = 0 /\ zero_is_kept t = true \/ first t <= n.
  Proof.
    unfold row_of. destruct ((n =? 0) && zero_is_kept t) eqn:E.
    - apply andb_true_iff in E as [E1 E2]. intros _. left. split; [lia | exact E2].
    - destruct (Z.ltb_spec n (first t)); [discriminate | auto].
  Qed.

  Theorem represented n r r' :
    row_of t n = Some r -> row_of t (n + 1) = Some r' ->
    exists n0, In n0 representatives /\ row_of t n0 = Some r /\ row_of t (n0 + 1) = Some r'.
  Proof.
    intros Hr Hr'. unfold representatives.
    destruct (formed_parts t formed) as (_ & Hf & Hz & _ & Hpast).
    destruct (covered_from_first _ _ Hr) as [[-> Hzero]|Hn].
    { exists 0. split; [|auto]. apply in_or_app. left. rewrite Hzero. specialize (Hz Hzero).
      destruct (covered_from_first _ _ Hr') as [[H _]|H]; [lia|].
      replace (first t =? 1) with true by lia. left. reflexivity. }
    destruct (Z.lt_ge_cases n (last t)) as [Hlt|Hge].
    { exists n. split; [|auto]. apply in_or_app. right. apply in_or_app. left.
      apply in_between. lia. }
    pose proof (row_of_late (n + 1) ltac:(lia)) as Hlate'.
    unfold good_past in Hpast. destruct (past t) as [|start period|] eqn:E.
    - exists (last t). split; [apply in_or_app; right; apply in_or_app; right; left; reflexivity|].
      rewrite row_of_last. rewrite (row_of_late (last t + 1)), E by lia.
      split; [|congruence].
      destruct (Z.eq_dec n (last t)) as [->|Hne]; [rewrite <- row_of_last; exact Hr|].
      rewrite (row_of_late n), E in Hr by lia. exact Hr.
    - rewrite !andb_true_iff in Hpast.
      destruct (Z.eq_dec n (last t)) as [->|Hne].
      + exists (last t). split; [|auto]. apply in_or_app; right. apply in_or_app; right.
        apply in_between. lia.
      + exists (last t + 1 + (n - last t - 1) mod period).
        pose proof (Z.mod_pos_bound (n - last t - 1) period ltac:(lia)) as Hmod.
        pose proof (Z.div_mod (n - last t - 1) period ltac:(lia)) as Hdiv.
        set (q := (n - last t - 1) / period) in *. set (o := (n - last t - 1) mod period) in *.
        split; [apply in_or_app; right; apply in_or_app; right; apply in_between; lia|].
        rewrite (row_of_late n), E in Hr by lia.
        rewrite (row_of_late (last t + 1 + o)), (row_of_late (last t + 1 + o + 1)), E by lia.
        rewrite <- Hr, <- Hr', Hlate'. split; do 2 f_equal.
        * replace (n - start) with (last t + 1 + o - start + q * period) by lia.
          rewrite Z.mod_add by lia. reflexivity.
        * replace (n + 1 - start) with (last t + 1 + o + 1 - start + q * period) by lia.
          rewrite Z.mod_add by lia. reflexivity.
    - rewrite Hlate' in Hr'. discriminate.
  Qed.

  (** Whatever is computed from the released value is as private: its events are events. *)
  Theorem private_after_merging n m e delta :
    private t n m e delta -> forall (g : Z -> Z) (S : Z -> bool),
    (P t n (fun y => S (g y)) <= e * P t m (fun y => S (g y)) + delta)%R.
  Proof. intros [events _] g S. apply (events (fun y => S (g y))). Qed.
End Table.
