(** Lower and upper bounds of e^x for a rational x, computed in integers.

    All numbers stand on the grid of 2^-w. e^y for y = |x|/2^k <= 1/2 comes from the series; k
    squarings lead to e^|x|; for x < 0 the bounds are those of 1/e^|x|. Every rounding goes
    outward. *)

From Coq Require Import ZArith QArith Qreals Reals Lia Lra.
From Ptcert Require Import ExpSeries.
Open Scope Z_scope.

(** ** Enclosures on the grid of 2^-w *)

Definition grid (w : Z) : R := IZR (2 ^ w).

Definition encloses (w : Z) (x : R) (bounds : Z * Z) : Prop :=
  0 <= fst bounds /\ (IZR (fst bounds) <= x * grid w <= IZR (snd bounds))%R.

Definition shift_down (w n : Z) : Z := Z.shiftr n w.
Definition shift_up (w n : Z) : Z := - Z.shiftr (- n) w.

(** The product of two enclosures. *)
Definition times (w : Z) (a b : Z * Z) : Z * Z :=
  (shift_down w (fst a * fst b), shift_up w (snd a * snd b)).

Lemma grid_pos w : 0 <= w -> (0 < grid w)%R.
Proof. intros H. apply IZR_lt. apply Z.pow_pos_nonneg; lia. Qed.

Lemma shift_down_le w n : 0 <= w -> (IZR (shift_down w n) * grid w <= IZR n)%R.
Proof.
  intros Hw. unfold grid. rewrite <- mult_IZR. apply IZR_le.
  unfold shift_down. rewrite Z.shiftr_div_pow2 by lia.
  pose proof (Z.pow_pos_nonneg 2 w ltac:(lia) Hw). pose proof (Z.mul_div_le n (2 ^ w)). lia.
Qed.

Lemma shift_up_ge w n : 0 <= w -> (IZR n <= IZR (shift_up w n) * grid w)%R.
Proof.
  intros Hw. pose proof (shift_down_le w (- n) Hw) as H.
  unfold shift_up, shift_down in *. rewrite opp_IZR in *. lra.
Qed.

Lemma times_encloses w x y a b :
  0 <= w -> encloses w x a -> encloses w y b -> encloses w (x * y) (times w a b).
Proof.
  intros Hw [Ha [Ha1 Ha2]] [Hb [Hb1 Hb2]]. pose proof (grid_pos w Hw) as Hg.
  pose proof (shift_down_le w (fst a * fst b) Hw) as Hlo.
  pose proof (shift_up_ge w (snd a * snd b) Hw) as Hhi.
  rewrite mult_IZR in Hlo, Hhi. pose proof (IZR_le _ _ Ha). pose proof (IZR_le _ _ Hb).
  unfold times, encloses. cbn [fst snd]. split; [|split].
  - unfold shift_down. apply Z.shiftr_nonneg. nia.
  - apply (Rmult_le_reg_r (grid w)); [exact Hg|].
    apply Rle_trans with (IZR (fst a) * IZR (fst b))%R; [lra|].
    replace (x * y * grid w * grid w)%R with (x * grid w * (y * grid w))%R by ring.
    apply Rmult_le_compat; lra.
  - apply (Rmult_le_reg_r (grid w)); [exact Hg|].
    apply Rle_trans with (IZR (snd a) * IZR (snd b))%R; [|lra].
    replace (x * y * grid w * grid w)%R with (x * grid w * (y * grid w))%R by ring.
    apply Rmult_le_compat; lra.
Qed.

(** ** The series *)

(** t is the i-th term and acc the sum up to it, both rounded down from rounded terms: a term is
    at most 2 units too small. The end comes with the fuel or with a term that is 0. *)
Fixpoint series (a b : Z) (fuel : nat) (i t acc : Z) : Z * Z :=
  match fuel with
  | O => (acc, acc + 2 * i + t + 2)
  | S less =>
      if t =? 0 then (acc, acc + 2 * i + t + 2)
      else let t' := t * a / (b * (i + 1)) in series a b less (i + 1) t' (acc + t')
  end.

Section Series.
  Variables (a b : Z) (s : R).
  Hypothesis a_pos : 0 <= a.
  Hypothesis b_pos : 0 < b.
  Hypothesis at_most_half : 2 * a <= b.
  Hypothesis s_pos : (0 < s)%R.
  Let y : R := (IZR a / IZR b)%R.

  Let y_range : (0 <= y <= 1/2)%R.
  Proof.
    unfold y. apply IZR_lt in b_pos as Hb. apply IZR_le in a_pos as Ha.
    apply IZR_le in at_most_half as H. rewrite mult_IZR in H.
    assert (0 < / IZR b)%R by (apply Rinv_0_lt_compat; lra).
    assert (IZR b * / IZR b = 1)%R by (apply Rinv_r; lra).
    unfold Rdiv. split; [apply Rmult_le_pos; lra|].
    assert (2 * IZR a * / IZR b <= IZR b * / IZR b)%R by (apply Rmult_le_compat_r; lra).
    lra.
  Qed.

  Lemma next_term n t :
    0 <= t -> (IZR t <= term y n * s <= IZR t + 2)%R ->
    let t' := t * a / (b * (Z.of_nat n + 1)) in
    0 <= t' /\ (IZR t' <= term y (S n) * s <= IZR t' + 2)%R.
  Proof.
    intros Ht [Hlo Hhi] t'.
    set (d := b * (Z.of_nat n + 1)) in *. assert (Hd : 0 < d) by nia.
    assert (Hdiv : d * t' <= t * a < d * t' + d).
    { pose proof (Z.mul_div_le (t * a) d Hd). pose proof (Z.mul_succ_div_gt (t * a) d Hd).
      subst t'. lia. }
    split; [subst t'; apply Z.div_pos; nia|].
    pose proof (term_next y n) as Hnext. rewrite S_INR, INR_IZR_INZ in Hnext.
    destruct Hdiv as [H1 H2]. apply IZR_le in H1. apply IZR_lt in H2.
    unfold d in H1, H2. rewrite !plus_IZR, !mult_IZR, plus_IZR in *.
    set (m := (IZR (Z.of_nat n) + 1)%R) in *.
    assert (Hm : (1 <= m)%R).
    { unfold m. pose proof (IZR_le 0 (Z.of_nat n) ltac:(lia)). lra. }
    apply IZR_lt in b_pos as Hb. apply IZR_le in a_pos as Ha.
    assert (Hya : (IZR a = y * IZR b)%R) by (unfold y; field; lra).
    rewrite Hya in H1, H2.
    assert (G1 : (m * IZR t' <= IZR t * y)%R) by (apply (Rmult_le_reg_l (IZR b)); lra).
    assert (G2 : (IZR t * y < m * IZR t' + m)%R) by (apply (Rmult_lt_reg_l (IZR b)); lra).
    set (T := (term y n * s)%R) in *. set (T' := (term y (S n) * s)%R) in *.
    assert (HT : (T' * m = T * y)%R) by (unfold T, T'; nra).
    destruct y_range as [Hy0 Hy1].
    assert (IZR t * y <= T * y)%R by (apply Rmult_le_compat_r; lra).
    assert (T * y <= (IZR t + 2) * y)%R by (apply Rmult_le_compat_r; lra).
    split; apply (Rmult_le_reg_r m); nra.
  Qed.

  Lemma series_sound fuel : forall n t acc,
    0 <= t -> 0 <= acc -> (IZR t <= term y n * s <= IZR t + 2)%R ->
    (IZR acc <= sum_f_R0 (term y) n * s <= IZR acc + 2 * IZR (Z.of_nat n))%R ->
    let r := series a b fuel (Z.of_nat n) t acc in
    0 <= fst r /\ (IZR (fst r) <= exp y * s <= IZR (snd r))%R.
  Proof.
    assert (done : forall n t acc,
      0 <= acc -> (IZR t <= term y n * s <= IZR t + 2)%R ->
      (IZR acc <= sum_f_R0 (term y) n * s <= IZR acc + 2 * IZR (Z.of_nat n))%R ->
      let r := (acc, acc + 2 * Z.of_nat n + t + 2) in
      0 <= fst r /\ (IZR (fst r) <= exp y * s <= IZR (snd r))%R).
    { intros n t acc Hacc Ht Hsum r. unfold r. cbn [fst snd]. split; [exact Hacc|].
      rewrite !plus_IZR, mult_IZR.
      pose proof (series_below y n (proj1 y_range)) as Hb.
      pose proof (series_above y n y_range) as Ha.
      apply (Rmult_le_compat_r s) in Ha; [|lra]. apply (Rmult_le_compat_r s) in Hb; [|lra]. lra. }
    induction fuel as [|fuel IH]; intros n t acc Ht0 Hacc Ht Hsum.
    - apply done; assumption.
    - cbn [series]. destruct (t =? 0); [apply done; assumption|].
      destruct (next_term n t Ht0 Ht) as [H0 H']. cbv zeta in H0, H' |- *.
      set (t' := t * a / (b * (Z.of_nat n + 1))) in *.
      replace (Z.of_nat n + 1) with (Z.of_nat (S n)) by lia.
      apply IH; [lia | lia | exact H' |].
      rewrite Nat2Z.inj_succ, succ_IZR, plus_IZR. cbn [sum_f_R0].
      rewrite Rmult_plus_distr_r. lra.
  Qed.
End Series.

(** ** Squarings *)

Fixpoint squares (w : Z) (k : nat) (bounds : Z * Z) : Z * Z :=
  match k with
  | O => bounds
  | S less => squares w less (times w bounds bounds)
  end.

Lemma squares_enclose w k : 0 <= w -> forall y bounds,
  encloses w (exp y) bounds ->
  encloses w (exp (y * IZR (2 ^ Z.of_nat k))) (squares w k bounds).
Proof.
  intros Hw. induction k as [|k IH]; intros y bounds H.
  - replace (y * _)%R with y by (simpl; lra). exact H.
  - rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. rewrite mult_IZR.
    replace (y * (2 * IZR (2 ^ Z.of_nat k)))%R with ((y + y) * IZR (2 ^ Z.of_nat k))%R by ring.
    apply IH. rewrite exp_plus. apply times_encloses; assumption.
Qed.

(** ** Bounds of e^(a/b) *)

Definition bounds_of_positive (a b w : Z) : Z * Z :=
  let k := Z.log2 (a / b) + 2 in
  squares w (Z.to_nat k) (series a (b * 2 ^ k) (Z.to_nat w) 0 (2 ^ w) (2 ^ w)).

Definition inverted (w : Z) (bounds : Z * Z) : Z * Z :=
  let (lo, hi) := bounds in
  (2 ^ (2 * w) / hi, if 0 <? lo then - (- 2 ^ (2 * w) / lo) else 2 ^ w).

Definition exp_bounds (x : Q) (w : Z) : Z * Z :=
  match Qnum x with
  | Z0 => (2 ^ w, 2 ^ w)
  | Zpos a => bounds_of_positive (Zpos a) (Zpos (Qden x)) w
  | Zneg a => inverted w (bounds_of_positive (Zpos a) (Zpos (Qden x)) w)
  end.

Lemma bounds_of_positive_sound a b w :
  0 < a -> 0 < b -> 0 <= w ->
  encloses w (exp (IZR a / IZR b)) (bounds_of_positive a b w).
Proof.
  intros Ha Hb Hw. unfold bounds_of_positive.
  set (k := Z.log2 (a / b) + 2). pose proof (Z.log2_nonneg (a / b)) as Hlog.
  assert (Hk : 0 < 2 ^ k) by (apply Z.pow_pos_nonneg; unfold k; lia).
  assert (Hhalf : 2 * a <= b * 2 ^ k).
  { unfold k. replace (Z.log2 (a / b) + 2) with (Z.succ (Z.succ (Z.log2 (a / b)))) by lia.
    rewrite Z.pow_succ_r by lia.
    assert (Hq : a / b < 2 ^ Z.succ (Z.log2 (a / b))).
    { destruct (Z.lt_ge_cases 0 (a / b)) as [Hq|Hq].
      - apply Z.log2_spec, Hq.
      - pose proof (Z.pow_pos_nonneg 2 (Z.succ (Z.log2 (a / b)))). lia. }
    pose proof (Z.mul_succ_div_gt a b Hb). nia. }
  replace (IZR a / IZR b)%R
    with (IZR a / IZR (b * 2 ^ k) * IZR (2 ^ Z.of_nat (Z.to_nat k)))%R.
  - apply squares_enclose; [exact Hw|].
    assert (0 <= 2 ^ w) by (apply Z.pow_nonneg; lia).
    apply (series_sound a (b * 2 ^ k) (grid w)) with (n := 0%nat);
      [lia | nia | lia | apply grid_pos, Hw | assumption | assumption | |];
      unfold term, grid; simpl; lra.
  - rewrite Z2Nat.id by (unfold k; lia). rewrite mult_IZR. field.
    split; apply not_0_IZR; lia.
Qed.

Lemma inverted_sound w x bounds :
  0 <= w -> (0 <= x)%R -> encloses w (exp x) bounds -> encloses w (exp (- x)) (inverted w bounds).
Proof.
  intros Hw Hx [H0 [Hlo Hhi]]. destruct bounds as [lo hi]. cbn [fst snd inverted] in *.
  pose proof (grid_pos w Hw) as Hg. pose proof (exp_pos x) as He.
  assert (Hone : (exp x * exp (- x) = 1)%R).
  { rewrite <- exp_plus. replace (x + - x)%R with 0%R by lra. apply exp_0. }
  pose proof (exp_pos (- x)) as He'.
  assert (Hhi0 : 0 < hi) by (apply lt_IZR; nra).
  assert (Hsq : (IZR (2 ^ (2 * w)) = grid w * grid w)%R).
  { replace (2 * w) with (w + w) by lia. rewrite Z.pow_add_r, mult_IZR by lia. reflexivity. }
  unfold encloses. cbn [fst snd]. split; [|split].
  - apply Z.div_pos; [apply Z.pow_nonneg; lia | exact Hhi0].
  - pose proof (Z.mul_div_le (2 ^ (2 * w)) hi Hhi0) as H. apply IZR_le in H.
    rewrite mult_IZR, Hsq in H. apply IZR_lt in Hhi0.
    set (d := IZR (2 ^ (2 * w) / hi)) in *.
    apply (Rmult_le_reg_l (IZR hi)); [exact Hhi0|].
    apply Rle_trans with (grid w * grid w)%R; [exact H|].
    replace (grid w * grid w)%R with (exp x * grid w * (exp (- x) * grid w))%R
      by (replace (exp x * grid w * (exp (- x) * grid w))%R
            with (exp x * exp (- x) * (grid w * grid w))%R by ring; rewrite Hone; ring).
    apply Rmult_le_compat_r; [nra | exact Hhi].
  - destruct (Z.ltb_spec 0 lo) as [Hpos|_].
    + pose proof (Z.mul_div_le (- 2 ^ (2 * w)) lo Hpos) as H. apply IZR_le in H.
      rewrite mult_IZR, !opp_IZR, Hsq in H. apply IZR_lt in Hpos.
      rewrite opp_IZR. set (d := IZR (- 2 ^ (2 * w) / lo)) in *.
      apply (Rmult_le_reg_l (IZR lo)); [exact Hpos|].
      apply Rle_trans with (grid w * grid w)%R; [|lra].
      replace (grid w * grid w)%R with (exp x * grid w * (exp (- x) * grid w))%R
        by (replace (exp x * grid w * (exp (- x) * grid w))%R
              with (exp x * exp (- x) * (grid w * grid w))%R by ring; rewrite Hone; ring).
      apply Rmult_le_compat_r; [nra | exact Hlo].
    + fold (grid w). pose proof (exp_at_least_1 x Hx).
      assert (exp (- x) <= 1)%R by nra. nra.
Qed.

(** The integers computed are a lower and an upper bound of e^x in units of 2^-w. *)
Theorem exp_bounds_enclose x w : 0 <= w -> encloses w (exp (Q2R x)) (exp_bounds x w).
Proof.
  intros Hw. destruct x as [[|a|a] b]; unfold exp_bounds, Q2R; cbn [Qnum Qden].
  - replace (0 * / IZR (Zpos b))%R with 0%R by ring. rewrite exp_0.
    unfold encloses, grid. cbn [fst snd]. split; [apply Z.pow_nonneg; lia | lra].
  - apply (bounds_of_positive_sound (Zpos a) (Zpos b)); lia.
  - replace (IZR (Zneg a) * / IZR (Zpos b))%R with (- (IZR (Zpos a) / IZR (Zpos b)))%R
      by (change (Zneg a) with (- Zpos a); rewrite opp_IZR; unfold Rdiv; ring).
    apply inverted_sound; [exact Hw | | apply bounds_of_positive_sound; lia].
    apply Rlt_le, Rdiv_lt_0_compat; apply IZR_lt; lia.
Qed.

Theorem exp_bounds_sound x w lo hi :
  0 <= w -> exp_bounds x w = (lo, hi) ->
  (IZR lo <= exp (Q2R x) * IZR (2 ^ w) <= IZR hi)%R.
Proof. intros Hw E. pose proof (exp_bounds_enclose x w Hw) as [_ H]. rewrite E in H. exact H. Qed.
