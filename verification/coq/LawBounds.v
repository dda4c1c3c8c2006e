(** Bounds of the weights e^(-gamma k^2), k = D .. 1, from one enclosure of x = e^-gamma:
    x^((k+1)^2) = x^(k^2) x^(2k+1), all on the grid of 2^-w. *)

From Coq Require Import ZArith Reals List Lia Lra.
From Ptcert Require Import Sums Table Law ExpBounds.
Import ListNotations.
Open Scope Z_scope.

(** The integers n, n - 1, ..., 1. *)
Fixpoint down (n : nat) : list Z :=
  match n with
  | O => []
  | S less => Z.of_nat n :: down less
  end.

(** [power] encloses x^(k^2), [odd] x^(2k+1) and [square] x^2; [found] has the powers below. *)
Fixpoint square_powers (w : Z) (square : Z * Z) (steps : nat) (power odd : Z * Z)
    (found : list (Z * Z)) : list (Z * Z) :=
  match steps with
  | O => found
  | S less => square_powers w square less (times w power odd) (times w odd square) (power :: found)
  end.

(** Enclosures of e^(-gamma k^2) for k = D, ..., 1 from an enclosure x of e^-gamma. *)
Definition weight_bounds (w : Z) (D : nat) (x : Z * Z) : list (Z * Z) :=
  let square := times w x x in
  square_powers w square D x (times w x square) [].

Section Weights.
  Variables (w : Z) (gamma : R).
  Hypothesis w_pos : 0 <= w.

  Let odd_power (k : Z) : R := exp (- gamma * IZR (2 * k + 1)).

  Lemma weight_next k : weight gamma (k + 1) = (weight gamma k * odd_power k)%R.
  Proof.
    unfold weight, odd_power. rewrite <- exp_plus. f_equal.
    replace ((k + 1) * (k + 1)) with (k * k + (2 * k + 1)) by ring.
    rewrite (plus_IZR (k * k)). ring.
  Qed.

  Lemma odd_next k : odd_power (k + 1) = (odd_power k * exp (- gamma * 2))%R.
  Proof.
    unfold odd_power. rewrite <- exp_plus. f_equal.
    replace (2 * (k + 1) + 1) with (2 * k + 1 + 2) by ring. rewrite (plus_IZR (2 * k + 1)). ring.
  Qed.

  Lemma square_powers_enclose square : encloses w (exp (- gamma * 2)) square ->
    forall steps below power odd found,
    encloses w (weight gamma (Z.of_nat below + 1)) power ->
    encloses w (odd_power (Z.of_nat below + 1)) odd ->
    Forall2 (fun k => encloses w (weight gamma k)) (down below) found ->
    Forall2 (fun k => encloses w (weight gamma k)) (down (steps + below))
            (square_powers w square steps power odd found).
  Proof.
    intros Hsquare. induction steps as [|steps IH]; intros below power odd found Hp Ho Hf.
    - exact Hf.
    - cbn [square_powers]. replace (S steps + below)%nat with (steps + S below)%nat by lia.
      apply IH.
      + rewrite Nat2Z.inj_succ, <- Z.add_1_r, weight_next. apply times_encloses; assumption.
      + rewrite Nat2Z.inj_succ, <- Z.add_1_r, odd_next. apply times_encloses; assumption.
      + cbn [down]. constructor; [|exact Hf].
        rewrite Nat2Z.inj_succ, <- Z.add_1_r. exact Hp.
  Qed.
End Weights.

Theorem weight_bounds_enclose w D gamma x : 0 <= w -> encloses w (exp (- gamma)) x ->
  Forall2 (fun k => encloses w (weight gamma k)) (down D) (weight_bounds w D x).
Proof.
  intros Hw Hx. unfold weight_bounds. rewrite <- (Nat.add_0_r D) at 1.
  assert (Hsquare : encloses w (exp (- gamma * 2)) (times w x x)).
  { replace (- gamma * 2)%R with (- gamma + - gamma)%R by ring. rewrite exp_plus.
    apply times_encloses; assumption. }
  apply (square_powers_enclose w gamma Hw _ Hsquare); [| |constructor].
  - unfold weight. replace (- gamma * _)%R with (- gamma)%R by (simpl; ring). exact Hx.
  - replace (- gamma * _)%R with (- gamma + - gamma * 2)%R by (simpl; ring). rewrite exp_plus.
    apply times_encloses; assumption.
Qed.

(** ** The total weight and the tails *)

Definition sum_lo (bounds : list (Z * Z)) : Z := fold_right (fun b s => fst b + s) 0 bounds.
Definition sum_hi (bounds : list (Z * Z)) : Z := fold_right (fun b s => snd b + s) 0 bounds.

(** Enclosure of the total 1 + 2 (w_1 + ... + w_D). *)
Definition total_bounds (w : Z) (bounds : list (Z * Z)) : Z * Z :=
  (2 ^ w + 2 * sum_lo bounds, 2 ^ w + 2 * sum_hi bounds).

Lemma sum_bounds w (f : Z -> R) ks bounds :
  Forall2 (fun k => encloses w (f k)) ks bounds ->
  encloses w (sum f ks) (sum_lo bounds, sum_hi bounds).
Proof.
  induction 1 as [|k b ks bounds [H0 [Hlo Hhi]] _ IH].
  - unfold encloses. simpl. split; [lia | lra].
  - destruct IH as [I0 [Ilo Ihi]]. unfold encloses in *.
    cbn [sum_lo sum_hi fold_right fst snd sum] in *.
    fold (sum_lo bounds) (sum_hi bounds) in *. rewrite !plus_IZR.
    split; [lia | lra].
Qed.

(** The tail t_k = w_k + ... + w_D. *)
Definition tail (D : nat) (gamma : R) (k : Z) : R := sum (weight gamma) (between k (Z.of_nat D)).

Lemma weight_even gamma z : weight gamma (- z) = weight gamma z.
Proof. unfold weight. do 3 f_equal. ring. Qed.

Lemma sum_mirrored (f : Z -> R) (a b : Z) :
  (forall z : Z, f (- z) = f z) -> sum f (between (- b) (- a)) = sum f (between a b).
Proof.
  intros Hf. unfold between.
  replace (Z.to_nat (- a - - b + 1)) with (Z.to_nat (b - a + 1)) by lia.
  destruct (Z.le_gt_cases a b) as [H|H];
    [|replace (Z.to_nat (b - a + 1)) with 0%nat by lia; reflexivity].
  remember (Z.to_nat (b - a + 1)) as n eqn:En. replace b with (a + Z.of_nat n - 1) by lia.
  clear En H b. revert a. induction n as [|n IH]; intros a; [reflexivity|].
  rewrite <- Nat.add_1_r at 3. rewrite from_app, sum_app. cbn [from sum].
  replace (- (a + Z.of_nat (S n) - 1)) with (- (a + Z.of_nat n)) by lia.
  replace (- (a + Z.of_nat n) + 1) with (- (a + Z.of_nat n - 1)) by lia.
  rewrite IH, Hf. lra.
Qed.

Lemma down_between n : forall f, sum f (down n) = sum f (between 1 (Z.of_nat n)).
Proof.
  induction n as [|n IH]; intros f; [reflexivity|].
  cbn [down sum]. rewrite IH, (between_last 1 (Z.of_nat (S n))), sum_app by lia. cbn [sum].
  replace (Z.of_nat (S n) - 1) with (Z.of_nat n) by lia. lra.
Qed.

Lemma total_weight_tail D gamma :
  total_weight (Z.of_nat D) gamma = (1 + 2 * tail D gamma 1)%R.
Proof.
  unfold total_weight, tail. rewrite (between_app _ (- (1))), sum_app by lia.
  rewrite (sum_mirrored _ 1 (Z.of_nat D) (weight_even gamma)).
  replace (- (1) + 1) with 0 by lia. rewrite (between_first 0) by lia. cbn [sum].
  replace (weight gamma 0) with 1%R; [cbn; lra|].
  unfold weight. simpl. rewrite Rmult_0_r. symmetry. apply exp_0.
Qed.

Lemma weight_pos gamma z : (0 < weight gamma z)%R.
Proof. apply exp_pos. Qed.

Lemma tail_pos D gamma k : (0 <= tail D gamma k)%R.
Proof. apply sum_pos. intros z _. apply Rlt_le, weight_pos. Qed.

Lemma total_weight_pos D gamma : (0 < total_weight (Z.of_nat D) gamma)%R.
Proof. rewrite total_weight_tail. pose proof (tail_pos D gamma 1). lra. Qed.

Theorem total_bounds_enclose w D gamma x : 0 <= w -> encloses w (exp (- gamma)) x ->
  encloses w (total_weight (Z.of_nat D) gamma) (total_bounds w (weight_bounds w D x)).
Proof.
  intros Hw Hx. pose proof (sum_bounds w _ _ _ (weight_bounds_enclose w D gamma x Hw Hx)) as [H0 H].
  unfold total_bounds, encloses in *. cbn [fst snd] in *. rewrite down_between in H.
  fold (tail D gamma 1) in H. rewrite total_weight_tail, !plus_IZR, !mult_IZR.
  fold (grid w). pose proof (Z.pow_nonneg 2 w ltac:(lia)). split; [lia | lra].
Qed.

(** c_Z from the tails. *)
Lemma c_Z_below D gamma z : z < 0 ->
  c_Z (Z.of_nat D) gamma z = (tail D gamma (- z) / total_weight (Z.of_nat D) gamma)%R.
Proof.
  intros Hz. unfold c_Z, p_Z, tail, Rdiv.
  rewrite (sum_ext _ (fun v => / total_weight (Z.of_nat D) gamma * weight gamma v)%R)
    by (intros; ring).
  rewrite sum_scal, Rmult_comm. f_equal.
  rewrite <- (sum_mirrored _ _ _ (weight_even gamma)). do 2 f_equal. lia.
Qed.

Lemma c_Z_above D gamma z : 0 <= z <= Z.of_nat D ->
  c_Z (Z.of_nat D) gamma z
  = (1 - tail D gamma (z + 1) / total_weight (Z.of_nat D) gamma)%R.
Proof.
  intros Hz. unfold c_Z, p_Z, tail, Rdiv. pose proof (total_weight_pos D gamma) as Hpos.
  rewrite (sum_ext _ (fun v => / total_weight (Z.of_nat D) gamma * weight gamma v)%R)
    by (intros; ring).
  rewrite sum_scal.
  assert (Hall : (sum (weight gamma) (between (- Z.of_nat D) z)
                  + sum (weight gamma) (between (z + 1) (Z.of_nat D))
                  = total_weight (Z.of_nat D) gamma)%R).
  { unfold total_weight. rewrite (between_app (- Z.of_nat D) z (Z.of_nat D)), sum_app by lia.
    reflexivity. }
  set (T := total_weight (Z.of_nat D) gamma) in *.
  replace (sum (weight gamma) (between (- Z.of_nat D) z))
    with (T - sum (weight gamma) (between (z + 1) (Z.of_nat D)))%R by lra.
  field. lra.
Qed.
