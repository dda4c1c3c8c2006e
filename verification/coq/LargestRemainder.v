(** The check that a row is what the rule "largest-remainder" makes of the law.

    With the total T on the grid as common unit, the fractional part of K p(z) lies between two
    integers. The least part that was rounded up must lie above the largest that was rounded down;
    where the two are the parts of -k and k, which are equal, the one of -k is rounded up. *)

From Coq Require Import ZArith Reals List Bool Lia Lra.
From Ptcert Require Import Sums Table Keys RowShape WellFormed ExpBounds Law LawBounds.
From Ptcert Require Import Entries Quantised.
Import ListNotations.
Open Scope Z_scope.

Section Rule.
  Variables (w : Z) (D : nat) (x : Z * Z) (K : Z) (gamma : R).
  Hypothesis w_pos : 0 <= w.
  Hypothesis K_pos : 0 < K.
  Hypothesis x_known : encloses w (exp (- gamma)) x.
  Let T : R := total_weight (Z.of_nat D) gamma.
  Let bs := weight_bounds w D x.
  Let total := total_bounds w bs.

  (** Is floor the floor of K p(z)? *)
  Definition floor_of (total : Z * Z) (e : entry) (floor : Z) : bool :=
    floor_ok K total floor (fst (bounds e)) (snd (bounds e)).
  Definition is_down (total : Z * Z) (e : entry) : bool := floor_of total e (keys e).
  Definition is_up (total : Z * Z) (e : entry) : bool := floor_of total e (keys e - 1).

  (** The fractional part in units of 1 / (T 2^w): at least, at most. *)
  Definition part_up (total : Z * Z) (e : entry) : Z :=
    K * fst (bounds e) - (keys e - 1) * snd total.
  Definition part_down (total : Z * Z) (e : entry) : Z :=
    K * snd (bounds e) - keys e * fst total.

  (** 0 first, then -1, 1, -2, 2, ... *)
  Definition rank (z : Z) : Z := if z <? 0 then - 2 * z - 1 else 2 * z.

  (** Is every number of the one list above every number of the other? *)
  Definition separated (up down : entry -> Z) (ups downs : list entry) : bool :=
    let cut := match map down downs with [] => 0 | n :: rest => fold_left Z.max rest n end in
    forallb (fun e => down e <=? cut) downs && forallb (fun e => cut <? up e) ups.

  Lemma separated_sound up down ups downs :
    separated up down ups downs = true ->
    forall e e', In e ups -> In e' downs -> down e' < up e.
  Proof.
    unfold separated. rewrite andb_true_iff, !forallb_forall. intros [Hdown Hup] e e' He He'.
    apply Hup in He. apply Hdown in He'. lia.
  Qed.

  Lemma rank_order z z' : rank z < rank z' -> nearer_to_zero z z'.
  Proof. unfold rank, nearer_to_zero. destruct (z <? 0) eqn:E, (z' <? 0) eqn:E'; lia. Qed.

  (** Is the weight known to be 1, as it is for every noise value of the uniform law? *)
  Definition uniform (e : entry) : bool := (fst (bounds e) =? 2 ^ w) && (snd (bounds e) =? 2 ^ w).

  Lemma uniform_weight e :
    encloses w (weight gamma (value e)) (bounds e) -> uniform e = true ->
    weight gamma (value e) = 1%R.
  Proof.
    intros [_ [Hlo Hhi]] H. unfold uniform in H. apply andb_true_iff in H as [H1 H2].
    apply Z.eqb_eq in H1, H2. rewrite H1 in Hlo. rewrite H2 in Hhi.
    pose proof (grid_pos w w_pos) as Hg. unfold grid in *.
    apply (Rmult_eq_reg_r (IZR (2 ^ w))); lra.
  Qed.

  Definition order_check (total : Z * Z) (split : Z) (ups downs : list entry) : bool :=
    if forallb uniform (ups ++ downs) then
      separated (fun e => - rank (value e)) (fun e => - rank (value e)) ups downs
    else
      (0 <? split)
      && separated (part_up total) (part_down total)
           (filter (fun e => negb (value e =? - split)) ups) downs
      && separated (part_up total) (part_down total)
           ups (filter (fun e => negb (value e =? split)) downs).

  Definition remainder_check (split : Z) (r : row) : bool :=
    match keys_in_order (- Z.of_nat D) (2 * D + 1) r with
    | Some ns =>
        let all := entries (- Z.of_nat D) (both_sides w bs) ns in
        forallb (fun e => is_down total e || is_up total e) all
        && order_check total split (filter (is_up total) all) (filter (is_down total) all)
    | None => false
    end.

  (** ** From the integers to the law *)

  Let exact (z : Z) : R := (p_Z (Z.of_nat D) gamma z * IZR K)%R.
  Let unit : R := (T * grid w)%R.

  Lemma floor_of_sound e floor :
    encloses w (weight gamma (value e)) (bounds e) ->
    floor_of total e floor = true -> rounded_down floor (exact (value e)).
  Proof.
    intros [H0 Henc] H.
    apply (floor_ok_sound w D x K gamma w_pos K_pos x_known _ _ _ _) with (3 := H); [|exact Henc].
    apply Rlt_le, weight_pos.
  Qed.

  Lemma exact_in_units z :
    (0 < unit /\ IZR (fst total) <= unit <= IZR (snd total) /\
     exact z * unit = IZR K * (weight gamma z * grid w))%R.
  Proof. exact (quotient w D x K gamma w_pos x_known (weight gamma z)). Qed.

  Lemma parts_in_order e e' :
    encloses w (weight gamma (value e)) (bounds e) ->
    encloses w (weight gamma (value e')) (bounds e') ->
    0 <= keys e - 1 -> 0 <= keys e' -> part_down total e' < part_up total e ->
    (exact (value e) - IZR (keys e - 1) > exact (value e') - IZR (keys e'))%R.
  Proof.
    intros [_ [Hlo _]] [_ [_ Hhi]] Hk Hk' H. unfold part_down, part_up in H.
    apply IZR_lt in H. rewrite !minus_IZR, !mult_IZR, minus_IZR in H.
    apply IZR_le in Hk, Hk'. rewrite minus_IZR in Hk |- *. apply IZR_lt in K_pos as HK.
    destruct (exact_in_units (value e)) as (Hu & [Tlo Thi] & Hx).
    destruct (exact_in_units (value e')) as (_ & _ & Hx').
    assert (IZR K * IZR (fst (bounds e)) <= IZR K * (weight gamma (value e) * grid w))%R
      by (apply Rmult_le_compat_l; lra).
    assert (IZR K * (weight gamma (value e') * grid w) <= IZR K * IZR (snd (bounds e')))%R
      by (apply Rmult_le_compat_l; lra).
    assert ((IZR (keys e) - 1) * unit <= (IZR (keys e) - 1) * IZR (snd total))%R
      by (apply Rmult_le_compat_l; lra).
    assert (IZR (keys e') * IZR (fst total) <= IZR (keys e') * unit)%R
      by (apply Rmult_le_compat_l; lra).
    apply Rlt_gt, (Rmult_lt_reg_r unit); [exact Hu|]. lra.
  Qed.

  (** Equal weights have equal parts. *)
  Lemma equal_parts z z' n n' :
    weight gamma z = weight gamma z' ->
    rounded_up n (exact z) -> rounded_down n' (exact z') ->
    (exact z - IZR (n - 1) = exact z' - IZR n')%R.
  Proof.
    intros Hw Hup Hdown.
    assert (E : exact z = exact z') by (unfold exact, p_Z; rewrite Hw; reflexivity).
    unfold rounded_up, rounded_down in *. rewrite E in *. rewrite minus_IZR in *.
    assert (n - 1 = n'); [|subst; rewrite minus_IZR; lra].
    assert (n - 1 < n' + 1) by (apply lt_IZR; rewrite plus_IZR, minus_IZR; lra).
    assert (n' < n) by (apply lt_IZR; lra). lia.
  Qed.

  Lemma keys_nonnegative e floor : floor_of total e floor = true -> 0 <= floor.
  Proof. unfold floor_of, floor_ok. rewrite !andb_true_iff. lia. Qed.

  Section Row.
    Variables (split : Z) (r : row).
    Let n (z : Z) : Z := weight_of (Z.eqb z) r.

    Theorem remainder_row : remainder_check split r = true ->
      (forall v, In v (map fst r) -> - Z.of_nat D <= v <= Z.of_nat D) /\
      (forall z, - Z.of_nat D <= z <= Z.of_nat D ->
         rounded_down (n z) (exact z) \/ rounded_up (n z) (exact z)) /\
      (forall z z', - Z.of_nat D <= z <= Z.of_nat D -> - Z.of_nat D <= z' <= Z.of_nat D ->
         rounded_up (n z) (exact z) -> rounded_down (n z') (exact z') ->
         let part := (exact z - IZR (n z - 1))%R in
         let part' := (exact z' - IZR (n z'))%R in
         (part > part')%R \/ part = part' /\ nearer_to_zero z z').
    Proof.
      unfold remainder_check.
      destruct (keys_in_order (- Z.of_nat D) (2 * D + 1) r) as [ns|] eqn:E; [|discriminate].
      apply keys_in_order_same in E as (Hlength & Hsame & Hrange).
      pose proof (weight_bounds_enclose w D gamma x w_pos x_known) as Hbounds.
      destruct (both_sides_enclose w D _ _ w_pos Hbounds) as [Hbs Henc]. fold bs in Hbs, Henc.
      rewrite <- Hbs in Henc.
      destruct (entries_sound _ _ ns _ (eq_trans Hlength (eq_sym Hbs)) Henc) as [Hin Hall].
      set (all := entries (- Z.of_nat D) (both_sides w bs) ns) in *.
      rewrite Hbs in Hin, Hall. rewrite Hlength in Hin.
      rewrite andb_true_iff, forallb_forall. intros [Hrounded Horder].
      assert (known : forall z, - Z.of_nat D <= z <= Z.of_nat D ->
                exists e, In e all /\ value e = z
                /\ encloses w (weight gamma z) (bounds e) /\ keys e = n z).
      { intros z Hz. destruct (Hall z ltac:(lia)) as (e & He & <-). exists e.
        destruct (Hin e He) as (_ & H1 & H2). unfold n. rewrite Hsame. auto. }
      assert (up_of : forall e, In e all -> rounded_up (keys e) (exact (value e)) ->
                is_up total e = true).
      { intros e He Hup. specialize (Hrounded e He).
        apply orb_true_iff in Hrounded as [H|H]; [|exact H].
        destruct (Hin e He) as (_ & H1 & _). apply (floor_of_sound _ _ H1) in H.
        unfold rounded_up, rounded_down in *. lra. }
      assert (down_of : forall e, In e all -> rounded_down (keys e) (exact (value e)) ->
                is_down total e = true).
      { intros e He Hdown. specialize (Hrounded e He).
        apply orb_true_iff in Hrounded as [H|H]; [exact H|].
        destruct (Hin e He) as (_ & H1 & _). apply (floor_of_sound _ _ H1) in H.
        unfold rounded_down in *. rewrite minus_IZR in H. lra. }
      split; [intros v Hv; apply Hrange in Hv; lia|]. split.
      - intros z Hz. destruct (known z Hz) as (e & He & <- & H1 & <-).
        specialize (Hrounded e He). apply orb_true_iff in Hrounded as [H|H];
          apply (floor_of_sound _ _ H1) in H; [left; exact H|right].
        unfold rounded_up, rounded_down in *. rewrite minus_IZR in H. lra.
      - intros z z' Hz Hz' Hup Hdown. cbv zeta.
        destruct (known z Hz) as (e & He & Ez & H1 & Ek).
        destruct (known z' Hz') as (e' & He' & Ez' & H1' & Ek').
        rewrite <- Ez, <- Ek in *. rewrite <- Ez', <- Ek' in *.
        pose proof (up_of e He Hup) as Ue. pose proof (down_of e' He' Hdown) as De.
        assert (Iu : In e (filter (is_up total) all)) by (apply filter_In; auto).
        assert (Id : In e' (filter (is_down total) all)) by (apply filter_In; auto).
        unfold order_check in Horder. destruct (forallb uniform _) eqn:Hone.
        + right. pose proof (separated_sound _ _ _ _ Horder e e' Iu Id) as Hrank. split.
          * apply (equal_parts _ _ _ _); [|exact Hup|exact Hdown].
            rewrite forallb_forall in Hone.
            rewrite (uniform_weight e), (uniform_weight e'); auto; apply Hone, in_or_app; auto.
          * apply rank_order. cbv beta in Hrank. lia.
        + rewrite !andb_true_iff in Horder. destruct Horder as [[Hsplit S1] S2].
          assert (ordered : part_down total e' < part_up total e ->
            (exact (value e) - IZR (keys e - 1) > exact (value e') - IZR (keys e'))%R).
          { apply parts_in_order; auto;
              [exact (keys_nonnegative _ _ Ue) | exact (keys_nonnegative _ _ De)]. }
          destruct (Z.eqb_spec (value e) (- split)) as [Eu|Nu].
          * destruct (Z.eqb_spec (value e') split) as [Ed|Nd].
            -- right. split; [|right; lia]. apply (equal_parts _ _ _ _); [|exact Hup|exact Hdown].
               rewrite Eu, Ed. apply weight_even.
            -- left. apply ordered, (separated_sound _ _ _ _ S2); [exact Iu|].
               apply filter_In. split; [exact Id|]. apply negb_true_iff, Z.eqb_neq, Nd.
          * left. apply ordered, (separated_sound _ _ _ _ S1); [|exact Id].
            apply filter_In. split; [exact Iu|]. apply negb_true_iff, Z.eqb_neq, Nu.
    Qed.
  End Row.
End Rule.

Theorem table_is_largest_remainder t w D x gamma split :
  well_formed t = true -> 0 <= w -> encloses w (exp (- gamma)) x ->
  all_rows (remainder_check w D x (keysize t) split) t = true ->
  largest_remainder_of_law t (Z.of_nat D) gamma.
Proof.
  intros formed Hw Hx H.
  destruct (formed_parts t formed) as [HK _]. split.
  - apply (rows_within t D formed _) with (2 := H). intros r _ Hrow.
    apply (remainder_row w D x _ gamma Hw HK Hx split r Hrow).
  - intros n Hn exact keys. destruct Hn as [Hcovered Hfirst]. unfold covered in Hcovered.
    destruct (row_of t n) as [r|] eqn:Hr; [|contradiction].
    assert (Hn : has_row t n) by (split; [unfold covered; congruence | exact Hfirst]).
    destruct (all_rows_sound t formed _ _ _ H Hn Hr) as [Hrow Hgood].
    assert (same : forall z, keys z = weight_of (Z.eqb z) r)
      by (intros z; apply (number_of_keys_is_weight t n r Hr Hgood)).
    destruct (remainder_row w D x _ gamma Hw HK Hx split r Hrow) as (_ & Hround & Horder). split.
    + intros z Hz. rewrite same. apply Hround, Hz.
    + intros up down Hup Hdown. rewrite !same. apply Horder; assumption.
Qed.
