(** Weak duality: numbers that anybody proposes bound every table that keeps the rules.

    Keys are counted. Let N_n(z) be the keys of a table with noise z at the count n. A randomised
    event of a pair (n, m) that holds y with probability w(y) / l gives

      sum_z w(n + z) N_n(z) <= e sum_z w(m + z) N_m(z) + l delta K,

    a condition of a row gives sum_z g(z) N_n(z) <= 0 (or = 0). Added up with weights, that is
    sum_n sum_z c_n(z) N_n(z) <= ..., and the left side is at least what K keys cost in each row. *)

From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra.
From Ptcert Require Import Sums Table Rules RowCosts.
Import ListNotations.
Open Scope Z_scope.

(** ** What is proposed *)

(** A weight for a pair with one for each released value y, at most that of the pair (0 for values
    that are not listed); for a condition of a row; for the mean square of a row. *)
Inductive term :=
  | Pair (n m most : Z) (outputs : list (Z * Z))
  | On (n : Z) (c : condition) (number : Z)
  | Spread (n number : Z).

(** The numbers of the certificate: the conditions of a row in the order of the rules. *)
Record numbers := {
  of_pairs : list (Z * Z * Z * list (Z * Z));
  of_conditions : list (Z * list Z);
  of_mean_squares : list (Z * Z)
}.

Definition terms (r : rules) (v : numbers) : list term :=
  map (fun '(n, m, most, outputs) => Pair n m most outputs) (of_pairs v)
  ++ flat_map (fun '(n, own) => map (fun '(c, number) => On n c number)
                                    (combine (conditions_of r n) own)) (of_conditions v)
  ++ map (fun '(n, number) => Spread n number) (of_mean_squares v).

(** ** What is added up *)

(** The weight of a released value. *)
Definition weight_at (outputs : list (Z * Z)) (y : Z) : Z :=
  match find (fun yw => fst yw =? y) outputs with
  | Some yw => snd yw
  | None => 0
  end.

(** A condition as sum_z g(z) N(z) <= 0, or = 0. *)
Definition coefficient (c : condition) (z : Z) : Z :=
  match c with
  | Mean_is_zero => z
  | Mean_square_at_most V | Mean_square_is V => QDen V * (z * z) - Qnum V
  | Zero_at_least s => Qnum s - QDen s * (if 0 =? z then 1 else 0)
  | No_more_often a b => (if a =? z then 1 else 0) - (if b =? z then 1 else 0)
  | Chance_is a p => Qnum p - QDen p * (if a =? z then 1 else 0)
  end.

Definition is_equation (c : condition) : bool :=
  match c with
  | Mean_is_zero | Mean_square_is _ | Chance_is _ _ => true
  | _ => false
  end.

Lemma weight_bounds most outputs y :
  0 <= most -> forallb (fun yw => (0 <=? snd yw) && (snd yw <=? most)) outputs = true ->
  0 <= weight_at outputs y <= most.
Proof.
  intros Hmost H. unfold weight_at.
  destruct (find (fun yw => fst yw =? y) outputs) as [yw|] eqn:E; [|lia].
  apply find_some in E as [Hin _]. rewrite forallb_forall in H. specialize (H yw Hin). lia.
Qed.

Lemma condition_is t n c :
  0 < keysize t -> every_key_has_one_noise t -> covered t n ->
  keeps_condition t n c <->
  if is_equation c
  then mean t n (fun z => IZR (coefficient c z)) = 0%R
  else (mean t n (fun z => IZR (coefficient c z)) <= 0)%R.
Proof.
  intros HK complete covers.
  assert (affine : forall f g p q, (forall z, IZR (g z) = IZR p * f z - IZR q)%R ->
            mean t n (fun z => IZR (g z)) = (IZR p * mean t n f - IZR q)%R).
  { intros f g p q E.
    rewrite (mean_ext t n _ (fun z => IZR p * f z + - IZR q * 1)%R) by (intros z; rewrite E; lra).
    rewrite mean_plus, !mean_scal, (mean_one t n HK complete covers). lra. }
  assert (squares : forall V, mean t n (fun z => IZR (QDen V * (z * z) - Qnum V))
                              = (IZR (QDen V) * mean t n square - IZR (Qnum V))%R).
  { intros V. apply affine. intros z. rewrite minus_IZR, mult_IZR. reflexivity. }
  assert (scaled : forall V a, (IZR (QDen V) * a - IZR (Qnum V)
                                = IZR (QDen V) * (a - Q2R V))%R).
  { intros V a. unfold Q2R. pose proof (IZR_lt 0 (QDen V) eq_refl). field. lra. }
  assert (pos : forall V, (0 < IZR (QDen V))%R) by (intros V; exact (IZR_lt 0 (QDen V) eq_refl)).
  assert (sign : forall V a, (a <= 0 <-> IZR (QDen V) * a <= 0)%R).
  { intros V a. specialize (pos V). split; intros H.
    - apply (Rmult_le_compat_l (IZR (QDen V))) in H; lra.
    - apply (Rmult_le_reg_l (IZR (QDen V))); lra. }
  assert (chances : forall s a, mean t n (fun z => IZR (Qnum s - QDen s * (if a =? z then 1 else 0)))
                                = (IZR (QDen s) * (Q2R s - chance t n a))%R).
  { intros s a. rewrite (affine (indicator (Z.eqb a)) _ (- QDen s) (- Qnum s)).
    - fold (chance t n a). rewrite !opp_IZR. specialize (scaled s (chance t n a)). lra.
    - intros z. rewrite minus_IZR, mult_IZR, !opp_IZR. unfold indicator. destruct (a =? z); lra. }
  destruct c as [|V|V|s|a b|a p]; cbn [keeps_condition coefficient is_equation].
  - reflexivity.
  - rewrite squares, scaled. rewrite <- (sign V). split; intros H; lra.
  - rewrite squares, scaled. specialize (pos V). split; intros H; [rewrite H; ring|].
    apply Rmult_integral in H as [H|H]; lra.
  - rewrite chances, <- (sign s). split; intros H; lra.
  - unfold chance.
    rewrite (mean_ext t n (fun z => IZR (_ - _))
               (fun z => indicator (Z.eqb a) z + -1 * indicator (Z.eqb b) z)%R).
    + rewrite (mean_plus t n (indicator (Z.eqb a))), (mean_scal t n _ (indicator (Z.eqb b))).
      split; intros H; lra.
    + intros z. rewrite minus_IZR. unfold indicator. destruct (a =? z), (b =? z); lra.
  - rewrite chances. specialize (pos p). split; intros H; [rewrite H; ring|].
    apply Rmult_integral in H as [H|H]; lra.
Qed.

Lemma from_to r :
  1 <= last_count r -> 0 <= first_count r <= 1 /\ first_count r <= last_count r.
Proof. unfold first_count. destruct (pair_0_1 r); lia. Qed.

Section Duality.
  Variables (r : rules) (o : objective) (hi : Q).

  Let from := first_count r.
  Let to := last_count r.
  Let num := Qnum hi.
  Let den := QDen hi.

  Definition cost_of_term (a : term) (n z : Z) : Z :=
    match a with
    | Pair i j most outputs =>
        (if n =? Z.min i to then den * weight_at outputs (i + z) else 0)
        - (if n =? Z.min j to then num * weight_at outputs (j + z) else 0)
    | On i c number => if n =? i then den * number * coefficient c z else 0
    | Spread i number => if n =? i then den * number * (z * z) else 0
    end.

  Definition cost (l : list term) (n z : Z) : Z :=
    fold_right (fun a found => cost_of_term a n z + found) 0 l.

  Definition valid (a : term) : bool :=
    match a with
    | Pair i j most outputs =>
        (from <=? i) && (from <=? j) && ((j =? i + 1) || (i =? j + 1)) && (0 <=? most)
        && forallb (fun yw => (0 <=? snd yw) && (snd yw <=? most)) outputs
    | On i c number => (from <=? i) && (i <=? to) && (is_equation c || (0 <=? number))
    | Spread i number =>
        (1 <=? i) && (i <=? to) && (0 <=? number)
        && match o with Delta => false | Mean_square _ => true end
    end.

  (** The weights of pairs with a delta of their own, of other pairs, and of mean squares. *)
  Definition is_capped (i j : Z) : bool :=
    ((i =? 0) || (j =? 0)) && match pair_0_1 r with Capped _ => true | _ => false end.

  Definition capped_weight (a : term) : Z :=
    match a with Pair i j most _ => if is_capped i j then most else 0 | _ => 0 end.
  Definition free_weight (a : term) : Z :=
    match a with Pair i j most _ => if is_capped i j then 0 else most | _ => 0 end.
  Definition spread_weight (a : term) : Z :=
    match a with Spread _ number => number | _ => 0 end.

  Definition over (f : term -> Z) (l : list term) : Z :=
    fold_right (fun a found => f a + found) 0 l.

  Definition cap : Q := match pair_0_1 r with Capped c => c | _ => 0%Q end.

  (** The right side of what is added up: a known number, and a weight times the objective. *)
  Definition fixed (l : list term) : Q :=
    match o with
    | Delta => cap * inject_Z (over capped_weight l)
    | Mean_square target =>
        cap * inject_Z (over capped_weight l) + target * inject_Z (over free_weight l)
    end.

  Definition weight (l : list term) : Z :=
    match o with
    | Delta => over free_weight l
    | Mean_square _ => over spread_weight l
    end.

  (** ** Every table that keeps the rules *)

  Variables (t : table) (e x : R).
  Hypothesis some_keys : 0 < keysize t.
  Hypothesis some_rows : 1 <= to.
  Hypothesis kept : keeps r t.
  Hypothesis value : has_at_most r o e t x.
  Hypothesis above_e : (e <= Q2R hi)%R.

  Lemma complete : every_key_has_one_noise t.
  Proof. exact (proj1 kept). Qed.

  Lemma covers n : from <= n -> covered t n.
  Proof. apply (proj1 (proj2 kept)). Qed.

  Lemma mean_last n f : mean t (Z.min n to) f = mean t n f.
  Proof.
    destruct (Z.le_gt_cases n to) as [H|H]; [rewrite Z.min_l by lia; reflexivity|].
    rewrite Z.min_r by lia. unfold mean. f_equal. apply sum_ext. intros key _.
    destruct kept as (_ & _ & repeats & _). rewrite (repeats n key) by (fold to; lia). reflexivity.
  Qed.

  Definition over_rows (c : Z -> Z -> Z) : R :=
    sum (fun n => mean t n (fun z => IZR (c n z))) (between from to).

  Lemma over_rows_plus c c' :
    over_rows (fun n z => c n z + c' n z) = (over_rows c + over_rows c')%R.
  Proof.
    unfold over_rows. rewrite <- sum_plus. apply sum_ext. intros n _. rewrite <- mean_plus.
    apply mean_ext. intros z. apply plus_IZR.
  Qed.

  Lemma over_rows_minus c c' :
    over_rows (fun n z => c n z - c' n z) = (over_rows c - over_rows c')%R.
  Proof.
    enough (over_rows c = over_rows (fun n z => c n z - c' n z)%Z + over_rows c')%R by lra.
    rewrite <- over_rows_plus. unfold over_rows. apply sum_ext. intros n _. apply mean_ext.
    intros z. f_equal. lia.
  Qed.

  Lemma over_rows_one i k g :
    from <= i <= to ->
    over_rows (fun n z => if n =? i then k * g z else 0)
    = (IZR k * mean t i (fun z => IZR (g z)))%R.
  Proof.
    intros Hi. unfold over_rows.
    rewrite (between_app from (i - 1)), sum_app by lia. replace (i - 1 + 1) with i by lia.
    rewrite (between_first i to) by lia. cbn [sum].
    assert (none : forall l, (forall n, In n l -> n <> i) ->
              sum (fun n => mean t n (fun z => IZR (if n =? i then k * g z else 0))) l = 0%R).
    { intros l Hl. rewrite (sum_ext _ (fun _ => 0%R)); [rewrite sum_const; lra|].
      intros n Hn. replace (n =? i) with false by (specialize (Hl n Hn); lia).
      rewrite (mean_ext t n _ (fun _ => 0 * 0)%R) by (intros z; lra). rewrite mean_scal. lra. }
    rewrite !none by (intros n Hn; apply in_between in Hn; lia). rewrite Z.eqb_refl.
    rewrite (mean_ext t i _ (fun z => IZR k * IZR (g z))%R) by (intros z; apply mult_IZR).
    rewrite mean_scal. lra.
  Qed.

  (** What the hypotheses say of the pairs: each has its own delta, or the delta of all. *)
  Let delta : R := match o with Delta => x | Mean_square target => Q2R target end.

  Lemma protected : protects r t e delta.
  Proof. unfold delta. destruct o; apply value. Qed.

  Definition due (a : term) : R :=
    (Q2R cap * IZR (capped_weight a) + delta * IZR (free_weight a) + x * IZR (spread_weight a))%R.

  Lemma pair_due i j most outputs :
    valid (Pair i j most outputs) = true ->
    (over_rows (cost_of_term (Pair i j most outputs)) <= IZR den * due (Pair i j most outputs))%R.
  Proof.
    cbn [valid]. rewrite !andb_true_iff. intros [[[[Hi Hj] Hnext] Hmost] Houtputs].
    destruct (from_to r some_rows) as [Hfrom Hto]; fold from to in Hfrom, Hto. unfold cost_of_term.
    rewrite over_rows_minus, !over_rows_one, !mean_last by lia.
    set (w := weight_at outputs).
    assert (Hw : forall y, 0 <= w y <= most) by (intros y; apply weight_bounds; [lia | assumption]).
    assert (Hj' : (0 <= mean t j (fun z => IZR (w (j + z)%Z)))%R).
    { apply mean_pos; [lia|]. intros z. apply IZR_le, Hw. }
    assert (Hdue : due (Pair i j most outputs) = (delta_of_pair r i j delta * IZR most)%R).
    { unfold due, delta_of_pair, capped_weight, free_weight, spread_weight, is_capped, cap.
      destruct ((i =? 0) || (j =? 0)), (pair_0_1 r); simpl; lra. }
    rewrite Hdue. set (d := delta_of_pair r i j delta).
    assert (main : (mean t i (fun z => IZR (w (i + z)%Z))
                    <= e * mean t j (fun z => IZR (w (j + z)%Z)) + d * IZR most)%R).
    { destruct (Z.eq_dec most 0) as [Hzero|Hpositive].
      - assert (none : forall n, mean t n (fun z => IZR (w (n + z)%Z)) = 0%R).
        { intros n. rewrite (mean_ext t n _ (fun _ => 0 * 0)%R).
          - rewrite mean_scal. lra.
          - intros z. replace (w (n + z)) with 0 by (specialize (Hw (n + z)); lia). lra. }
        rewrite !none, Hzero. lra.
      - assert (Hm : (0 < IZR most)%R) by (apply IZR_lt; lia).
        destruct (protected i j) as [_ tests]; [fold from; lia | fold from; lia | lia |].
        specialize (tests (fun y => / IZR most * IZR (w y))%R). unfold P_test in tests.
        rewrite !mean_scal in tests. fold d in tests.
        assert (bounds : forall y, (0 <= / IZR most * IZR (w y) <= 1)%R).
        { intros y. destruct (Hw y) as [H1 H2]. apply IZR_le in H1, H2.
          pose proof (Rinv_0_lt_compat _ Hm). split; [apply Rmult_le_pos; lra|].
          apply (Rmult_le_reg_l (IZR most)); [exact Hm|].
          rewrite <- Rmult_assoc, Rinv_r by lra. lra. }
        apply tests in bounds. apply (Rmult_le_compat_l (IZR most)) in bounds; [|lra].
        rewrite Rmult_plus_distr_l in bounds.
        set (A := mean t i _) in *. set (B := mean t j _) in *.
        replace (IZR most * (/ IZR most * A))%R with A in bounds by (field; lra).
        replace (IZR most * (e * (/ IZR most * B)))%R with (e * B)%R in bounds by (field; lra).
        lra. }
    assert (Hden : (0 < IZR den)%R) by (apply IZR_lt; reflexivity).
    assert (He : (IZR den * e <= IZR num)%R).
    { apply (Rmult_le_compat_l (IZR den)) in above_e; [|lra]. unfold Q2R in above_e.
      fold num den in above_e. replace (IZR den * (IZR num * / IZR den))%R with (IZR num) in above_e
        by (field; lra). exact above_e. }
    apply (Rmult_le_compat_l (IZR den)) in main; [|lra].
    apply (Rmult_le_compat_r _ _ _ Hj') in He. lra.
  Qed.

  Definition from_the_rules (a : term) : Prop :=
    match a with On i c _ => In c (conditions_of r i) | _ => True end.

  Lemma term_due a :
    from_the_rules a -> valid a = true ->
    (over_rows (cost_of_term a) <= IZR den * due a)%R.
  Proof.
    assert (Hden : (0 < IZR den)%R) by (apply IZR_lt; reflexivity).
    destruct (from_to r some_rows) as [Hfrom Hto]; fold from to in Hfrom, Hto.
    destruct a as [i j most outputs|i c number|i number]; intros Hrules Hvalid.
    - apply pair_due, Hvalid.
    - cbn [valid] in Hvalid. rewrite !andb_true_iff in Hvalid. destruct Hvalid as [[H1 H2] Hsign].
      unfold cost_of_term. rewrite over_rows_one by lia.
      destruct kept as (_ & _ & _ & row). destruct (row i) as [_ all]; [fold from to; lia|].
      rewrite Forall_forall in all. specialize (all c Hrules).
      apply condition_is in all; [|exact some_keys|exact complete|apply covers; lia].
      unfold due, capped_weight, free_weight, spread_weight. rewrite mult_IZR.
      destruct (is_equation c); [rewrite all; lra|].
      assert (Hn : (0 <= IZR number)%R) by (apply IZR_le; simpl in Hsign; lia).
      assert (0 <= IZR den * IZR number)%R by (apply Rmult_le_pos; lra). nra.
    - cbn [valid] in Hvalid. rewrite !andb_true_iff in Hvalid.
      destruct Hvalid as [[[H1 H2] Hn] Ho]. unfold cost_of_term. rewrite over_rows_one by lia.
      unfold due, capped_weight, free_weight, spread_weight. rewrite mult_IZR.
      pose proof value as both. unfold has_at_most in both.
      destruct o as [|target]; [discriminate|].
      destruct both as [_ squares]. specialize (squares i). fold to in squares.
      unfold square in squares. specialize (squares ltac:(lia)).
      assert (Hn' : (0 <= IZR number)%R) by (apply IZR_le; lia).
      apply (Rmult_le_compat_l (IZR den * IZR number)) in squares;
        [|apply Rmult_le_pos; lra]. lra.
  Qed.

  Lemma terms_from_the_rules v : Forall from_the_rules (terms r v).
  Proof.
    unfold terms. rewrite !Forall_app, !Forall_map, Forall_flat_map. repeat split.
    - apply Forall_forall. intros [[[n m] most] outputs] _. exact I.
    - apply Forall_forall. intros [n own] _. apply Forall_map, Forall_forall.
      intros [c number] Hin. apply in_combine_l in Hin. exact Hin.
    - apply Forall_forall. intros [n number] _. exact I.
  Qed.

  Lemma all_due l :
    Forall from_the_rules l -> forallb valid l = true ->
    (over_rows (cost l) <= IZR den * (Q2R (fixed l) + IZR (weight l) * x))%R.
  Proof.
    intros Hrules Hvalid. rewrite forallb_forall in Hvalid.
    assert (added : (over_rows (cost l) <= IZR den *
      (Q2R cap * IZR (over capped_weight l) + delta * IZR (over free_weight l)
       + x * IZR (over spread_weight l)))%R).
    { induction Hrules as [|a l Ha Hl IH].
      - unfold over_rows. cbn [cost fold_right over].
        rewrite (sum_ext _ (fun _ => 0%R)); [rewrite sum_const; lra|].
        intros n _. rewrite (mean_ext t n _ (fun _ => 0 * 0)%R) by (intros; lra).
        rewrite mean_scal. lra.
      - specialize (IH (fun b Hb => Hvalid b (or_intror Hb))).
        pose proof (term_due a Ha (Hvalid a (or_introl eq_refl))) as Hdue. unfold due in Hdue.
        unfold over in *. cbn [fold_right]. rewrite !plus_IZR.
        replace (over_rows (cost (a :: l))) with (over_rows (cost_of_term a) + over_rows (cost l))%R
          by (rewrite <- over_rows_plus; reflexivity).
        lra. }
    assert (spreads : o = Delta -> over spread_weight l = 0).
    { intros Ho. clear added Hrules. induction l as [|a l IH]; [reflexivity|].
      unfold over in *. cbn [fold_right]. rewrite IH by (intros; apply Hvalid; right; assumption).
      specialize (Hvalid a (or_introl eq_refl)). destruct a; try reflexivity.
      cbn [valid] in Hvalid. rewrite Ho, andb_false_r in Hvalid. discriminate. }
    assert (whole : forall k, Q2R (inject_Z k) = IZR k) by (intros k; unfold Q2R; simpl; field).
    eapply Rle_trans; [exact added|]. apply Req_le. f_equal. unfold fixed, weight, delta.
    destruct o as [|target].
    - rewrite (spreads eq_refl), Q2R_mult, whole. lra.
    - rewrite Q2R_plus, !Q2R_mult, !whole. lra.
  Qed.
End Duality.
