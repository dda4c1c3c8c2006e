(** The check that a row is what the rule "ceiling" or "symmetric" makes of the law.

    For k = D .. 1 the number c of keys with noise at most -k is compared with the tail t_k: with
    bounds of t_k and of the total T, two products of integers show that c is the ceiling of
    K t_k / T. The noise values above 0 are those below 0 of the mirrored row. *)

From Coq Require Import ZArith Reals List Bool Lia Lra.
From Ptcert Require Import Sums Table Keys RowShape WellFormed ExpBounds Law LawBounds.
Import ListNotations.
Open Scope Z_scope.

(** ** Comparing with the tails *)

(** Go through k = n .. 1: c keys have noise at most -k, and t_k lies between lo and hi. *)
Fixpoint all_tails (ok : Z -> Z -> Z -> bool) (c lo hi : Z) (bounds : list (Z * Z)) (keys : list Z)
    : bool :=
  match bounds, keys with
  | b :: bounds', n :: keys' =>
      let c' := c + n in
      let lo' := lo + fst b in
      let hi' := hi + snd b in
      ok c' lo' hi' && all_tails ok c' lo' hi' bounds' keys'
  | [], _ => true
  | _ :: _, [] => false
  end.

Lemma all_tails_sound w D gamma (ok : Z -> Z -> Z -> bool) (rel : Z -> R -> Prop) :
  (forall c lo hi t,
     (0 <= t)%R -> (IZR lo <= t * grid w <= IZR hi)%R -> ok c lo hi = true -> rel c t) ->
  forall n bounds keys c lo hi, (n <= D)%nat ->
  Forall2 (fun k => encloses w (weight gamma k)) (down n) bounds ->
  (IZR lo <= tail D gamma (Z.of_nat n + 1) * grid w <= IZR hi)%R ->
  all_tails ok c lo hi bounds keys = true ->
  forall k, 1 <= k <= Z.of_nat n ->
  rel (c + weight_of (fun v => v <=? - k) (combine (from (- Z.of_nat n) (length keys)) keys))
      (tail D gamma k).
Proof.
  intros Hok. induction n as [|n IH]; intros bounds keys c lo hi Hn Hb Ht Hcheck k Hk; [lia|].
  cbn [down] in Hb. remember (Z.of_nat (S n)) as k1 eqn:Ek.
  inversion Hb as [|k0 b ks bounds' [H0 Hbound] Hbounds E1 E2]. subst.
  destruct keys as [|m keys]; [discriminate|].
  cbn [all_tails] in Hcheck. apply andb_true_iff in Hcheck as [Hhere Hrest].
  assert (Htail : tail D gamma (Z.of_nat (S n))
                  = (weight gamma (Z.of_nat (S n)) + tail D gamma (Z.of_nat (S n) + 1))%R).
  { unfold tail. rewrite (between_first (Z.of_nat (S n))) by lia. reflexivity. }
  assert (Henc :
    (IZR (lo + fst b) <= tail D gamma (Z.of_nat (S n)) * grid w <= IZR (hi + snd b))%R).
  { rewrite Htail, !plus_IZR. lra. }
  cbn [length from combine weight_of].
  assert (Hk' : - Z.of_nat (S n) <= - k) by (clear - Hk; lia). apply Z.leb_le in Hk'. rewrite Hk'.
  replace (- Z.of_nat (S n) + 1) with (- Z.of_nat n) by lia.
  destruct (Z.eq_dec k (Z.of_nat (S n))) as [->|Hne].
  - assert (none : weight_of (fun v => v <=? - Z.of_nat (S n))
                     (combine (from (- Z.of_nat n) (length keys)) keys) = 0).
    { assert (start : - Z.of_nat (S n) < - Z.of_nat n) by lia. revert start.
      generalize (- Z.of_nat (S n)) (- Z.of_nat n). clear. intros low z.
      revert z. induction keys as [|m keys IH]; intros z Hz; [reflexivity|].
      cbn [length from combine weight_of]. replace (z <=? low) with false by lia.
      rewrite IH by lia. reflexivity. }
    rewrite none, Z.add_0_r. apply (Hok _ (lo + fst b) (hi + snd b)); [|exact Henc|exact Hhere].
    apply tail_pos.
  - rewrite Z.add_assoc. apply (IH bounds' keys (c + m) (lo + fst b) (hi + snd b)); try lia; auto.
    replace (Z.of_nat n + 1) with (Z.of_nat (S n)) by lia. exact Henc.
Qed.

Section Rule.
  Variables (w : Z) (D : nat) (x : Z * Z) (K : Z) (gamma : R).
  Hypothesis w_pos : 0 <= w.
  Hypothesis K_pos : 0 < K.
  Hypothesis x_known : encloses w (exp (- gamma)) x.

  Let T : R := total_weight (Z.of_nat D) gamma.

  (** Is c the ceiling, or the floor, of K t / T for t between lo and hi? *)
  Definition ceiling_ok (total : Z * Z) (c lo hi : Z) : bool :=
    (1 <=? c) && ((c - 1) * snd total <? K * lo) && (K * hi <=? c * fst total).
  Definition floor_ok (total : Z * Z) (c lo hi : Z) : bool :=
    (0 <=? c) && (c * snd total <=? K * lo) && (K * hi <? (c + 1) * fst total).

  Definition half_check (ok : Z -> Z -> Z -> bool) (bounds : list (Z * Z)) (r : row) : bool :=
    match keys_in_order (- Z.of_nat D) (2 * D + 1) r with
    | Some keys => all_tails ok 0 0 0 bounds keys
    | None => false
    end.

  Section Row.
    Variables (r : row).
    Hypothesis keys_of_row : total r = K.
    Let bounds := weight_bounds w D x.
    Let total_lo := fst (total_bounds w bounds).
    Let total_hi := snd (total_bounds w bounds).

    (** The exact value K t / T in units of the total T on the grid, which the integers enclose. *)
    Lemma quotient t :
      (0 < T * grid w /\ IZR total_lo <= T * grid w <= IZR total_hi /\
       t / T * IZR K * (T * grid w) = IZR K * (t * grid w))%R.
    Proof.
      pose proof (total_weight_pos D gamma) as HT. fold T in HT.
      pose proof (grid_pos w w_pos) as Hg. split; [|split].
      - apply Rmult_lt_0_compat; lra.
      - apply (total_bounds_enclose w D gamma x w_pos x_known).
      - field. lra.
    Qed.

    Lemma ceiling_ok_sound c lo hi t :
      (0 <= t)%R -> (IZR lo <= t * grid w <= IZR hi)%R ->
      ceiling_ok (total_bounds w bounds) c lo hi = true -> is_ceiling c (t / T * IZR K).
    Proof.
      intros Ht Henc H. unfold ceiling_ok in H. fold total_lo total_hi in H.
      rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3].
      apply Z.leb_le, IZR_le in H1, H3. apply Z.ltb_lt, IZR_lt in H2.
      rewrite !mult_IZR in H2, H3. rewrite minus_IZR in H2. apply IZR_lt in K_pos as HK.
      destruct (quotient t) as (Hu & [Hlo Hhi] & Hx). set (u := (T * grid w)%R) in *.
      set (v := (t / T * IZR K)%R) in *.
      assert (IZR K * IZR lo <= IZR K * (t * grid w) <= IZR K * IZR hi)%R
        by (split; apply Rmult_le_compat_l; lra).
      assert ((IZR c - 1) * u <= (IZR c - 1) * IZR total_hi)%R by (apply Rmult_le_compat_l; lra).
      assert (IZR c * IZR total_lo <= IZR c * u)%R by (apply Rmult_le_compat_l; lra).
      split; [apply (Rmult_lt_reg_r u) | apply (Rmult_le_reg_r u)]; lra.
    Qed.

    Lemma floor_ok_sound c lo hi t :
      (0 <= t)%R -> (IZR lo <= t * grid w <= IZR hi)%R ->
      floor_ok (total_bounds w bounds) c lo hi = true -> rounded_down c (t / T * IZR K).
    Proof.
      intros Ht Henc H. unfold floor_ok in H. fold total_lo total_hi in H.
      rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3].
      apply Z.leb_le, IZR_le in H1, H2. apply Z.ltb_lt, IZR_lt in H3.
      rewrite !mult_IZR in H2, H3. rewrite plus_IZR in H3. apply IZR_lt in K_pos as HK.
      destruct (quotient t) as (Hu & [Hlo Hhi] & Hx). set (u := (T * grid w)%R) in *.
      set (v := (t / T * IZR K)%R) in *.
      assert (IZR K * IZR lo <= IZR K * (t * grid w) <= IZR K * IZR hi)%R
        by (split; apply Rmult_le_compat_l; lra).
      assert (IZR c * u <= IZR c * IZR total_hi)%R by (apply Rmult_le_compat_l; lra).
      assert ((IZR c + 1) * IZR total_lo <= (IZR c + 1) * u)%R by (apply Rmult_le_compat_l; lra).
      split; [apply (Rmult_le_reg_r u) | apply (Rmult_lt_reg_r u)]; lra.
    Qed.

    Lemma half_check_sound ok (rel : Z -> R -> Prop) r0 :
      (forall c lo hi t, (0 <= t)%R -> (IZR lo <= t * grid w <= IZR hi)%R ->
         ok c lo hi = true -> rel c (t / T * IZR K)%R) ->
      half_check ok bounds r0 = true ->
      (forall v, In v (map fst r0) -> - Z.of_nat D <= v <= Z.of_nat D) /\
      forall k, 1 <= k <= Z.of_nat D ->
        rel (weight_of (fun v => v <=? - k) r0) (tail D gamma k / T * IZR K)%R.
    Proof.
      intros Hok H. unfold half_check in H.
      destruct (keys_in_order (- Z.of_nat D) (2 * D + 1) r0) as [keys|] eqn:E; [|discriminate].
      apply keys_in_order_same in E as (Hlength & Hsame & Hrange). split.
      - intros v Hv. apply Hrange in Hv. lia.
      - intros k Hk. rewrite Hsame, <- Hlength.
        apply (all_tails_sound w D gamma ok (fun c t => rel c (t / T * IZR K)%R) Hok
                 D bounds keys 0 0 0); auto.
        + apply weight_bounds_enclose; assumption.
        + unfold tail. rewrite between_empty by lia. simpl. lra.
    Qed.

    Lemma above_is_rest z :
      weight_of (fun v => v <=? z) r = K - weight_of (fun v => v <=? - (z + 1)) (mirrored r).
    Proof. pose proof (split_row z r). lia. Qed.

    (** The rule "ceiling". *)
    Definition ceiling_check : bool :=
      let total := total_bounds w bounds in
      half_check (ceiling_ok total) bounds r && half_check (floor_ok total) bounds (mirrored r).

    Lemma ceiling_row : ceiling_check = true ->
      (forall v, In v (map fst r) -> - Z.of_nat D <= v <= Z.of_nat D) /\
      forall z, - Z.of_nat D <= z <= Z.of_nat D ->
        is_ceiling (weight_of (fun v => v <=? z) r) (c_Z (Z.of_nat D) gamma z * IZR K).
    Proof.
      unfold ceiling_check. rewrite andb_true_iff. intros [Hbelow Habove].
      apply (half_check_sound _ _ _ ceiling_ok_sound) in Hbelow as [Hrange Hbelow].
      apply (half_check_sound _ _ _ floor_ok_sound) in Habove as [_ Habove].
      split; [exact Hrange|]. intros z Hz. destruct (Z.lt_ge_cases z 0) as [Hneg|Hpos].
      - rewrite c_Z_below by lia. fold T. specialize (Hbelow (- z) ltac:(lia)).
        rewrite Z.opp_involutive in Hbelow. exact Hbelow.
      - rewrite c_Z_above, above_is_rest by lia. fold T.
        destruct (Z.eq_dec z (Z.of_nat D)) as [->|Hne].
        + assert (none : weight_of (fun v => v <=? - (Z.of_nat D + 1)) (mirrored r) = 0).
          { rewrite weight_of_mirrored. rewrite (weight_of_ext _ (fun _ => false)).
            - clear. induction r as [|[v n] rest IH]; [reflexivity | exact IH].
            - intros v Hv. apply Hrange in Hv. lia. }
          rewrite none. unfold tail. rewrite between_empty by lia. cbn [sum].
          unfold is_ceiling, Rdiv. rewrite minus_IZR, Rmult_0_l. lra.
        + specialize (Habove (z + 1) ltac:(lia)). unfold rounded_down, is_ceiling in *.
          set (m := weight_of _ (mirrored r)) in *. rewrite minus_IZR. lra.
    Qed.

    (** The rule "symmetric". *)
    Definition symmetric_check : bool :=
      half_check (ceiling_ok (total_bounds w bounds)) bounds r && same_row r (mirrored r).

    Lemma symmetric_row : symmetric_check = true ->
      (forall v, In v (map fst r) -> - Z.of_nat D <= v <= Z.of_nat D) /\
      forall z, - Z.of_nat D <= z <= Z.of_nat D ->
        (z < 0 -> is_ceiling (weight_of (fun v => v <=? z) r)
                             (c_Z (Z.of_nat D) gamma z * IZR K)) /\
        (0 <= z -> weight_of (fun v => v <=? z) r = K - weight_of (fun v => v <=? - z - 1) r).
    Proof.
      unfold symmetric_check. rewrite andb_true_iff. intros [Hbelow Hmirror].
      apply same_row_equal in Hmirror.
      apply (half_check_sound _ _ _ ceiling_ok_sound) in Hbelow as [Hrange Hbelow].
      split; [exact Hrange|]. intros z Hz. split; intros Hside.
      - rewrite c_Z_below by lia. fold T. specialize (Hbelow (- z) ltac:(lia)).
        rewrite Z.opp_involutive in Hbelow. exact Hbelow.
      - rewrite above_is_rest, <- Hmirror. do 2 f_equal.
        replace (- (z + 1)) with (- z - 1) by lia. reflexivity.
    Qed.
  End Row.
End Rule.

(** ** Tables *)

Definition all_rows (check : row -> bool) (t : table) : bool :=
  match rows t with
  | [] => false
  | r :: rest => check r && forallb (same_row r) rest
  end.

Section Tables.
  Variables (t : table) (w : Z) (D : nat) (x : Z * Z) (gamma : R).
  Hypothesis formed : well_formed t = true.
  Hypothesis w_pos : 0 <= w.
  Hypothesis x_known : encloses w (exp (- gamma)) x.

  Lemma all_rows_sound check n r :
    all_rows check t = true -> has_row t n -> row_of t n = Some r ->
    check r = true /\ good_row (keysize t) r = true.
  Proof.
    intros H [_ Hn] Hr. split; [|exact (row_of_good t formed n r Hr)].
    assert (Hin : In r (rows t)).
    { destruct (formed_parts t formed) as (_ & _ & Hzero & _).
      destruct (row_of_source t n r Hr) as [(_ & -> & Hkept)|Hin]; [|exact Hin].
      specialize (Hzero Hkept). lia. }
    unfold all_rows in H. destruct (rows t) as [|r0 rest]; [destruct Hin|].
    apply andb_true_iff in H as [H0 Hrest]. destruct Hin as [<-|Hin]; [exact H0|].
    rewrite forallb_forall in Hrest. apply Hrest, same_row_equal in Hin as <-. exact H0.
  Qed.

  Lemma rows_within check :
    (forall r, total r = keysize t -> check r = true ->
       forall v, In v (map fst r) -> - Z.of_nat D <= v <= Z.of_nat D) ->
    all_rows check t = true -> noise_within t (Z.of_nat D).
  Proof.
    intros Hcheck H n key z Hn Hz. unfold noise in Hz.
    destruct (row_of t n) as [r|] eqn:Hr; [|discriminate].
    destruct (all_rows_sound _ _ _ H Hn Hr) as [Hrow Hgood].
    apply good_row_runs in Hgood as [_ Hkeys].
    exact (Hcheck r Hkeys Hrow z (key_leads_into_row r key z Hz)).
  Qed.

  Theorem table_is_ceiling :
    all_rows (ceiling_check w D x (keysize t)) t = true ->
    ceiling_of_law t (Z.of_nat D) gamma.
  Proof.
    intros H. destruct (formed_parts t formed) as [HK _]. split.
    - apply (rows_within _) with (2 := H). intros r Hkeys Hrow.
      apply (ceiling_row w D x _ gamma w_pos HK x_known r Hkeys Hrow).
    - intros n z Hn Hz. destruct Hn as [Hcovered Hfirst]. unfold covered in Hcovered.
      destruct (row_of t n) as [r|] eqn:Hr; [|contradiction].
      assert (Hn : has_row t n) by (split; [unfold covered; congruence | exact Hfirst]).
      destruct (all_rows_sound _ _ _ H Hn Hr) as [Hrow Hgood].
      unfold c_Q. rewrite (number_of_keys_is_weight t n r Hr Hgood).
      apply good_row_runs in Hgood as [_ Hkeys].
      apply (ceiling_row w D x _ gamma w_pos HK x_known r Hkeys Hrow), Hz.
  Qed.

  Theorem table_is_symmetric :
    all_rows (symmetric_check w D x (keysize t)) t = true ->
    symmetric_of_law t (Z.of_nat D) gamma.
  Proof.
    intros H. destruct (formed_parts t formed) as [HK _]. split.
    - apply (rows_within _) with (2 := H). intros r Hkeys Hrow.
      apply (symmetric_row w D x _ gamma w_pos HK x_known r Hkeys Hrow).
    - intros n z Hn Hz. destruct Hn as [Hcovered Hfirst]. unfold covered in Hcovered.
      destruct (row_of t n) as [r|] eqn:Hr; [|contradiction].
      assert (Hn : has_row t n) by (split; [unfold covered; congruence | exact Hfirst]).
      destruct (all_rows_sound _ _ _ H Hn Hr) as [Hrow Hgood].
      unfold c_Q. rewrite !(number_of_keys_is_weight t n r Hr Hgood).
      apply good_row_runs in Hgood as [_ Hkeys].
      apply (symmetric_row w D x _ gamma w_pos HK x_known r Hkeys Hrow), Hz.
  Qed.
End Tables.
