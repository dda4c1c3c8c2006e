(** The rate gamma of the law, rational or a rational multiple of a logarithm, and the enclosure
    of e^-gamma on the grid of 2^-w. *)

From Coq Require Import ZArith QArith Qreals Reals Bool Lia Lra.
From Ptcert Require Import ExpSeries ExpBounds.
Open Scope Z_scope.

(** gamma, or factor * log base with log base between two rationals. *)
Inductive rate :=
  | Rational (gamma : Q)
  | Logarithmic (factor base log_lo log_hi : Q).

Definition is_rate (r : rate) (gamma : R) : Prop :=
  match r with
  | Rational q => gamma = Q2R q
  | Logarithmic factor base _ _ =>
      exists logarithm, exp logarithm = Q2R base /\ gamma = (Q2R factor * logarithm)%R
  end.

Definition x_bounds (r : rate) (w : Z) : Z * Z :=
  match r with
  | Rational q => exp_bounds (- q) w
  | Logarithmic factor _ log_lo log_hi =>
      (fst (exp_bounds (- (factor * log_hi)) w), snd (exp_bounds (- (factor * log_lo)) w))
  end.

Definition rate_check (r : rate) (w : Z) : bool :=
  (0 <=? w) &&
  match r with
  | Rational _ => true
  | Logarithmic factor base log_lo log_hi =>
      (0 <=? Qnum factor)
      && (snd (exp_bounds log_lo w) * QDen base <=? Qnum base * 2 ^ w)
      && (Qnum base * 2 ^ w <=? fst (exp_bounds log_hi w) * QDen base)
  end.

Lemma exp_monotone x y : (x <= y -> exp x <= exp y)%R.
Proof.
  intros H. pose proof (exp_at_least_1 (y - x) ltac:(lra)) as H1. pose proof (exp_pos x).
  replace y with (x + (y - x))%R by ring. rewrite exp_plus. nra.
Qed.

Lemma exp_reflects x y : (exp x <= exp y -> x <= y)%R.
Proof.
  intros H. apply Rnot_lt_le. intros Hlt. pose proof (exp_pos y).
  pose proof (series_below (x - y) 1 ltac:(lra)) as H1. unfold term in H1. simpl in H1.
  replace x with (y + (x - y))%R in H by ring. rewrite exp_plus in H. nra.
Qed.

(** Comparing a real with a rational, both in units of 1/g. *)
Lemma scaled_bound (e g : R) (b : Q) : (0 < g)%R ->
  (e * g * IZR (QDen b) <= IZR (Qnum b) * g -> e <= Q2R b)%R /\
  (IZR (Qnum b) * g <= e * g * IZR (QDen b) -> Q2R b <= e)%R.
Proof.
  intros Hg. pose proof (IZR_lt 0 (QDen b) eq_refl) as Hd.
  assert (Hu : (0 < IZR (QDen b) * g)%R) by (apply Rmult_lt_0_compat; lra).
  assert (E : (Q2R b * (IZR (QDen b) * g) = IZR (Qnum b) * g)%R) by (unfold Q2R; field; lra).
  split; intros H; apply (Rmult_le_reg_r _ _ _ Hu); lra.
Qed.

Theorem x_bounds_enclose r w gamma :
  rate_check r w = true -> is_rate r gamma -> 0 <= w /\ encloses w (exp (- gamma)) (x_bounds r w).
Proof.
  unfold rate_check. rewrite andb_true_iff. intros [Hw H]. apply Z.leb_le in Hw.
  intros Hrate. split; [exact Hw|].
  destruct r as [q|factor base log_lo log_hi]; cbn [is_rate x_bounds] in *.
  - subst gamma. rewrite <- Q2R_opp. apply exp_bounds_enclose, Hw.
  - destruct Hrate as (logarithm & Hlog & ->). rewrite !andb_true_iff in H.
    destruct H as [[Hf Hlo] Hhi]. apply Z.leb_le, IZR_le in Hf, Hlo, Hhi.
    rewrite !mult_IZR in Hlo, Hhi. pose proof (grid_pos w Hw) as Hg. fold (grid w) in Hlo, Hhi.
    pose proof (IZR_lt 0 (QDen base) eq_refl) as Hd.
    destruct (scaled_bound (exp (Q2R log_lo)) (grid w) base Hg) as [Hbelow _].
    destruct (scaled_bound (exp (Q2R log_hi)) (grid w) base Hg) as [_ Habove].
    destruct (exp_bounds_enclose log_lo w Hw) as [_ [_ Elo]].
    destruct (exp_bounds_enclose log_hi w Hw) as [_ [Ehi _]].
    assert (L1 : (Q2R log_lo <= logarithm)%R).
    { apply exp_reflects. rewrite Hlog. apply Hbelow.
      apply Rle_trans with (2 := Hlo). apply Rmult_le_compat_r; lra. }
    assert (L2 : (logarithm <= Q2R log_hi)%R).
    { apply exp_reflects. rewrite Hlog. apply Habove.
      apply Rle_trans with (1 := Hhi). apply Rmult_le_compat_r; lra. }
    assert (Hfactor : (0 <= Q2R factor)%R).
    { unfold Q2R. apply Rmult_le_pos; [exact Hf|].
      apply Rlt_le, Rinv_0_lt_compat, (IZR_lt 0 (QDen factor)), eq_refl. }
    destruct (exp_bounds_enclose (- (factor * log_hi)) w Hw) as [B0 [B1 _]].
    destruct (exp_bounds_enclose (- (factor * log_lo)) w Hw) as [_ [_ B2]].
    rewrite Q2R_opp, Q2R_mult in B1, B2. unfold encloses. cbn [fst snd].
    split; [exact B0|].
    assert (exp (- (Q2R factor * Q2R log_hi)) <= exp (- (Q2R factor * logarithm)))%R
      by (apply exp_monotone; nra).
    assert (exp (- (Q2R factor * logarithm)) <= exp (- (Q2R factor * Q2R log_lo)))%R
      by (apply exp_monotone; nra).
    split.
    + apply Rle_trans with (1 := B1). apply Rmult_le_compat_r; lra.
    + apply Rle_trans with (2 := B2). apply Rmult_le_compat_r; lra.
Qed.
