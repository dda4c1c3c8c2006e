(** This table is the best: no table of as many keys that keeps the rules has less.

    A bound of all tables lies below what this one has. Of K keys only some values can occur, and
    from the bound up to what this table has, there is no other. *)

From Coq Require Import ZArith QArith Qreals Qround Reals List Bool Lia Lra.
From Ptcert Require Import Sums Table Keys Rules WellFormed Moments Pairs PairChecks.
From Ptcert Require Import Duality Kept Events.
Import ListNotations.
Open Scope Z_scope.

Section Best.
  Variables (r : rules) (t : table).
  Hypothesis formed : well_formed t = true.
  Hypothesis kept : keeps_check r t = true.

  (** ** What this table has *)

  (** The delta that the pair (n, n + 1) may have. *)
  Definition delta_at (delta : Q) (n : Z) : Q :=
    if n =? 0 then match pair_0_1 r with Capped cap => cap | _ => delta end else delta.

  Definition protects_check (lo delta : Q) : bool :=
    (0 <=? Qnum lo) &&
    forallb (fun n => match row_of t n, row_of t (n + 1) with
                      | Some a, Some b => small_excess t lo (delta_at delta n) 1 a b
                                          && small_excess t lo (delta_at delta n) (-1) b a
                      | _, _ => false
                      end) (between (first_count r) (last_count r)).

  Definition has_check (o : objective) (lo value : Q) : bool :=
    match o with
    | Delta => protects_check lo value
    | Mean_square target =>
        protects_check lo target
        && forallb (fun n => match row_of t n with
                             | Some found => moment (fun z => z * z) found * QDen value
                                             <=? Qnum value * keysize t
                             | None => false
                             end) (between 1 (last_count r))
    end.

  Lemma protects_holds lo delta e :
    protects_check lo delta = true -> (Q2R lo <= e)%R -> protects r t e (Q2R delta).
  Proof.
    unfold protects_check. rewrite andb_true_iff, forallb_forall. intros [Hnum Hall] Hlo.
    destruct (rows_repeat r t formed kept) as [Hone late].
    destruct (from_to r Hone) as [Hfrom Hto].
    assert (found : forall n, first_count r <= n -> exists a b,
      row_of t n = Some a /\ row_of t (n + 1) = Some b /\
      small_excess t lo (delta_at delta n) 1 a b = true /\
      small_excess t lo (delta_at delta n) (-1) b a = true).
    { intros n Hn. set (k := Z.min n (last_count r)).
      assert (Hk : row_of t n = row_of t k /\ row_of t (n + 1) = row_of t (k + 1)
                   /\ delta_at delta n = delta_at delta k).
      { unfold k, delta_at. destruct (Z.le_gt_cases n (last_count r)) as [H|H].
        - rewrite Z.min_l by lia. auto.
        - rewrite Z.min_r by lia. rewrite (late n), (late (n + 1)), (late (last_count r + 1)) by lia.
          replace (n =? 0) with false by lia. replace (last_count r =? 0) with false by lia. auto. }
      destruct Hk as (-> & -> & ->).
      assert (Hin : In k (between (first_count r) (last_count r)))
        by (apply in_between; unfold k; lia).
      specialize (Hall k Hin).
      destruct (row_of t k) as [a|]; [|discriminate].
      destruct (row_of t (k + 1)) as [b|]; [|discriminate].
      apply andb_true_iff in Hall. exists a, b. repeat split; apply Hall. }
    unfold small_excess in found. intros n m Hn Hm Hnext.
    assert (given : forall k, first_count r <= k -> k = Z.min n m ->
              delta_of_pair r n m (Q2R delta) = Q2R (delta_at delta k)).
    { intros k Hk E. unfold delta_of_pair, delta_at.
      destruct (Z.eqb_spec k 0) as [Hz|Hz].
      - replace ((n =? 0) || (m =? 0)) with true by (symmetry; apply orb_true_iff; lia).
        destruct (pair_0_1 r); reflexivity.
      - replace ((n =? 0) || (m =? 0)) with false by (symmetry; apply orb_false_iff; lia).
        reflexivity. }
    destruct Hnext as [-> | ->].
    - rewrite (given n) by lia. destruct (found n Hn) as (a & b & Ha & Hb & Hup & _).
      apply (private_pair t formed n (n + 1) a b e Ha Hb lo); [lia | exact Hlo |].
      replace (n + 1 - n) with 1 by lia. lia.
    - rewrite (given m) by lia. destruct (found m Hm) as (a & b & Ha & Hb & _ & Hdown).
      apply (private_pair t formed (m + 1) m b a e Hb Ha lo); [lia | exact Hlo |].
      replace (m - (m + 1)) with (-1) by lia. lia.
  Qed.

  Lemma has_holds o lo value e :
    has_check o lo value = true -> (Q2R lo <= e)%R -> has_at_most r o e t (Q2R value).
  Proof.
    destruct o as [|target]; cbn [has_check has_at_most]; [apply protects_holds|].
    rewrite andb_true_iff, forallb_forall. intros [Hprotects Hsquares] Hlo.
    split; [apply (protects_holds lo); assumption|]. intros n Hn.
    specialize (Hsquares n (proj2 (in_between _ _ _) Hn)).
    destruct (row_of t n) as [found|] eqn:E; [|discriminate].
    destruct (formed_parts t formed) as [HK _]. apply IZR_lt in HK.
    unfold square. rewrite (mean_is_weight t n found E (row_of_good t formed n found E)).
    rewrite <- (moment_is_seen (fun z => z * z)). apply Z.leb_le, IZR_le in Hsquares.
    rewrite !mult_IZR in Hsquares. unfold Q2R.
    pose proof (IZR_lt 0 (QDen value) eq_refl) as Hden.
    apply (Rmult_le_reg_r (IZR (keysize t) * IZR (QDen value))); [nra|].
    field_simplify; [|lra|lra]. lra.
  Qed.

  (** ** Values that can occur *)

  (** Is a' - b' e the same as a - b e? Where e is known exactly, both are computed. *)
  Definition same_value (lo hi : Q) (a b a' b' : Z) : bool :=
    (a' =? a) && (b' =? b)
    || Qeq_bool lo hi && (a' * QDen lo - b' * Qnum lo =? a * QDen lo - b * Qnum lo).

  (** No other value than (a - b e) / K lies from the bound up to what the table has at most. *)
  Definition only_value (lo hi bound value : Q) (a b : Z) : bool :=
    let K := inject_Z (keysize t) in
    forallb (fun b' => forallb (fun a' => same_value lo hi a b a' b')
      (between (Qceiling (K * bound + inject_Z b' * lo))
               (Qfloor (K * value + inject_Z b' * hi)))) (between 0 (keysize t)).

  Lemma same_value_holds lo hi a b a' b' e :
    same_value lo hi a b a' b' = true -> (Q2R lo <= e <= Q2R hi)%R ->
    (IZR a' - IZR b' * e = IZR a - IZR b * e)%R.
  Proof.
    unfold same_value. rewrite orb_true_iff, !andb_true_iff, Qeq_bool_iff.
    intros [[Ha Hb]|[E H]] He.
    - replace a' with a by lia. replace b' with b by lia. reflexivity.
    - apply Qeq_eqR in E. assert (e = Q2R lo) as -> by lra.
      apply Z.eqb_eq, (f_equal IZR) in H. rewrite !minus_IZR, !mult_IZR in H.
      pose proof (IZR_lt 0 (QDen lo) eq_refl). unfold Q2R.
      apply (Rmult_eq_reg_r (IZR (QDen lo))); [|lra]. field_simplify; lra.
  Qed.

  Lemma only_value_holds lo hi bound value a b e a' b' :
    only_value lo hi bound value a b = true -> (Q2R lo <= e <= Q2R hi)%R ->
    0 <= b' <= keysize t -> (Q2R bound <= (IZR a' - IZR b' * e) / IZR (keysize t) <= Q2R value)%R ->
    (IZR a' - IZR b' * e = IZR a - IZR b * e)%R.
  Proof.
    intros Hcheck He Hb' Hvalue. unfold only_value in Hcheck. rewrite forallb_forall in Hcheck.
    specialize (Hcheck b' (proj2 (in_between _ _ _) Hb')). rewrite forallb_forall in Hcheck.
    apply (same_value_holds lo hi a b a' b' e); [|exact He]. apply Hcheck, in_between.
    destruct (formed_parts t formed) as [HK _]. apply IZR_lt in HK.
    assert (whole : forall k, Q2R (inject_Z k) = IZR k) by (intros k; unfold Q2R; simpl; field).
    assert (Hb : (0 <= IZR b')%R) by (apply IZR_le; lia).
    assert (scaled : (IZR (keysize t) * Q2R bound <= IZR a' - IZR b' * e
                      <= IZR (keysize t) * Q2R value)%R).
    { destruct Hvalue as [Hlow Hhigh].
      apply (Rmult_le_compat_l (IZR (keysize t))) in Hlow, Hhigh; try lra.
      replace (IZR (keysize t) * ((IZR a' - IZR b' * e) / IZR (keysize t)))%R
        with (IZR a' - IZR b' * e)%R in Hlow, Hhigh by (field; lra). lra. }
    split; [rewrite <- (Qceiling_Z a'); apply Qceiling_resp_le
           |rewrite <- (Qfloor_Z a'); apply Qfloor_resp_le];
      apply Rle_Qle; rewrite Q2R_plus, !Q2R_mult, !whole; nra.
  Qed.

  (** ** Every other table *)

  Definition best_check (o : objective) (lo hi bound value : Q) (a b : Z) : bool :=
    has_check o lo value &&
    match o with
    | Delta => only_value lo hi bound value a b
    | Mean_square _ =>
        let K := inject_Z (keysize t) in
        Qeq_bool (value * K) (inject_Z a) && negb (Qle_bool (bound * K) (inject_Z (a - 1)))
    end.

  Section Other.
    Variables (other : table) (e x : R).
    Hypothesis same_keys : keysize other = keysize t.
    Hypothesis other_kept : keeps r other.

    Let HK : 0 < keysize other.
    Proof. rewrite same_keys. apply (formed_parts t formed). Qed.

    Let complete_other : every_key_has_one_noise other := proj1 other_kept.
    Let covers_other : forall n, first_count r <= n -> covered other n :=
      proj1 (proj2 other_kept).

    Lemma delta_of_pair_cases n m :
      (forall y, delta_of_pair r n m y = y) \/ (exists c, forall y, delta_of_pair r n m y = c).
    Proof.
      unfold delta_of_pair. destruct ((n =? 0) || (m =? 0)); [|left; reflexivity].
      destruct (pair_0_1 r) as [|cap|]; [left | right; exists (Q2R cap) | left]; reflexivity.
    Qed.

    (** Another table has also the largest value that can occur and is at most x. *)
    Lemma least_delta :
      protects r other e x ->
      exists a b, 0 <= a <= keysize t /\ 0 <= b <= keysize t /\
        ((IZR a - IZR b * e) / IZR (keysize t) <= x)%R /\
        protects r other e ((IZR a - IZR b * e) / IZR (keysize t)).
    Proof.
      intros Hx. destruct (rows_repeat r t formed kept) as [Hone _].
      set (all := list_prod (between 0 (keysize t)) (between 0 (keysize t))).
      set (f := fun ab => ((IZR (fst ab) - IZR (snd ab) * e) / IZR (keysize t))%R).
      assert (occurs : forall n m S, exists ab, In ab all /\
                (P other n S - e * P other m S = f ab)%R).
      { intros n m S. destruct (excess_of_event other HK n m S e) as (a & b & Ha & Hb & E).
        rewrite same_keys in *. exists (a, b). split; [|exact E].
        apply in_prod; apply in_between; assumption. }
      destruct (largest_below f all x) as [none|((a, b) & Hin & Hbelow & most)].
      - exfalso. destruct (occurs (last_count r) (last_count r + 1) (fun _ => true))
          as (ab & Hin & E). apply (none ab Hin). rewrite <- E.
        destruct (from_to r Hone) as [Hfrom Hto].
        destruct (Hx (last_count r) (last_count r + 1)) as [events _]; [lia | lia | lia |].
        unfold delta_of_pair in events. replace (last_count r =? 0) with false in events by lia.
        replace (last_count r + 1 =? 0) with false in events by lia.
        specialize (events (fun _ => true)). cbn [orb] in events. lra.
      - apply in_prod_iff in Hin as [Ha Hb]. apply in_between in Ha, Hb. exists a, b.
        split; [exact Ha|]. split; [exact Hb|]. split; [exact Hbelow|]. intros n m Hn Hm Hnext.
        pose proof (Hx n m Hn Hm Hnext) as Hpair.
        destruct (delta_of_pair_cases n m) as [own|(c & own)]; rewrite own in *; [|exact Hpair].
        apply (private_by_events other HK complete_other); auto. intros S.
        destruct (occurs n m S) as (ab & Hin & E). destruct Hpair as [events _].
        specialize (events S). specialize (most ab Hin ltac:(lra)). unfold f in most at 2.
        cbn [fst snd] in most. lra.
    Qed.

    (** So with the mean square, which is a whole number of K-th parts. *)
    Lemma least_mean_square target :
      has_at_most r (Mean_square target) e other x ->
      exists i, (IZR i / IZR (keysize t) <= x)%R /\
        has_at_most r (Mean_square target) e other (IZR i / IZR (keysize t)).
    Proof.
      intros [Hprotects Hx]. destruct (rows_repeat r t formed kept) as [Hone _].
      assert (HK' : (0 < IZR (keysize t))%R) by (rewrite <- same_keys; apply IZR_lt, HK).
      exists (Int_part (x * IZR (keysize t))).
      destruct (base_Int_part (x * IZR (keysize t))) as [Hlow Hhigh].
      assert (parts : forall i, (IZR (keysize t) * (IZR i / IZR (keysize t)) = IZR i)%R)
        by (intros i; field; lra).
      split; [apply (Rmult_le_reg_l (IZR (keysize t))); [exact HK' | rewrite parts; lra]|].
      split; [exact Hprotects|]. intros n Hn. specialize (Hx n Hn).
      destruct (mean_square_is_whole other HK complete_other n) as [i Hi].
      { apply covers_other. destruct (from_to r Hone). lia. }
      rewrite same_keys in Hi.
      assert (i <= Int_part (x * IZR (keysize t))) as Hle.
      { enough (i < Int_part (x * IZR (keysize t)) + 1) by lia. apply lt_IZR.
        rewrite plus_IZR, <- Hi. nra. }
      apply IZR_le in Hle. apply (Rmult_le_reg_l (IZR (keysize t))); [lra|].
      rewrite Hi, parts. exact Hle.
    Qed.
  End Other.

  Theorem table_is_best o lo hi e bound value a b :
    no_table_has_less r o (keysize t) e (Q2R bound) ->
    best_check o lo hi bound value a b = true -> (Q2R lo <= e <= Q2R hi)%R ->
    is_best r o e t.
  Proof.
    intros Hbound Hcheck He other x same_keys other_kept Hx.
    apply andb_true_iff in Hcheck as [Hhas Hcheck].
    pose proof (has_holds o lo value e Hhas (proj1 He)) as own.
    destruct (formed_parts t formed) as [HK _]. pose proof (IZR_lt _ _ HK) as HK'.
    destruct o as [|target].
    - destruct (least_delta other e x same_keys other_kept Hx) as (i & j & Hi & Hj & Hle & Hleast).
      pose proof (Hbound other _ same_keys other_kept Hleast) as Hlow.
      intros n m Hn Hm Hnext. pose proof (own n m Hn Hm Hnext) as Hpair.
      destruct (delta_of_pair_cases n m) as [given|(c & given)]; rewrite given in *; [|exact Hpair].
      destruct (table_keeps r t formed kept) as (complete & covers & _).
      apply (private_by_events t HK complete); auto. intros S.
      destruct (excess_of_event t HK n m S e) as (i' & j' & _ & Hj' & E).
      destruct Hpair as [events _]. specialize (events S).
      destruct (Rle_dec (P t n S - e * P t m S) x) as [H|H]; [lra|]. exfalso.
      pose proof (only_value_holds lo hi bound value a b e i j Hcheck He Hj ltac:(lra)) as one.
      pose proof (only_value_holds lo hi bound value a b e i' j' Hcheck He Hj' ltac:(lra)) as two.
      rewrite one in Hle. rewrite E, two in H. lra.
    - destruct (least_mean_square other e x same_keys other_kept target Hx) as (i & Hle & Hleast).
      pose proof (Hbound other _ same_keys other_kept Hleast) as Hlow.
      apply andb_true_iff in Hcheck as [Hvalue Hless]. apply Qeq_bool_iff, Qeq_eqR in Hvalue.
      assert (whole : forall k, Q2R (inject_Z k) = IZR k) by (intros k; unfold Q2R; simpl; field).
      rewrite Q2R_mult, !whole in Hvalue. apply negb_true_iff in Hless.
      assert (Ha : a <= i).
      { enough (a - 1 < i) by lia. apply lt_IZR, Rnot_le_lt. intros Hi.
        enough (Qle_bool (bound * inject_Z (keysize t)) (inject_Z (a - 1)) = true) by congruence.
        apply Qle_bool_iff, Rle_Qle. rewrite Q2R_mult, !whole.
        apply (Rmult_le_compat_r (IZR (keysize t))) in Hlow; [|lra].
        replace (IZR i / IZR (keysize t) * IZR (keysize t))%R with (IZR i) in Hlow
          by (field; lra). lra. }
      apply IZR_le in Ha. destruct own as [protects squares]. split; [exact protects|].
      intros n Hn. specialize (squares n Hn). apply Rle_trans with (1 := squares).
      apply Rle_trans with (2 := Hle). apply (Rmult_le_reg_r (IZR (keysize t))); [exact HK'|].
      replace (IZR i / IZR (keysize t) * IZR (keysize t))%R with (IZR i) by (field; lra). lra.
  Qed.
End Best.
