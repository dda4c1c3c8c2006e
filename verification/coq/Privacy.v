(** Privacy over all events from one sum of integers, tightness, and post-processing.

    Two finite tables p and q of outcomes with integer weights, each of total K; e^epsilon is known
    between the rationals num/den. One sum of integers, max(0, den p(y) - num q(y)) over all
    outcomes y, decides for every event at once. *)

From Coq Require Import ZArith Reals List Bool Lia Lra Permutation Sorted Orders Mergesort.
From Ptcert Require Import Sums.
Import ListNotations.
Open Scope Z_scope.

(** ** The sum of the positive parts *)

Module ByOutcome <: TotalLeBool.
  Definition t := (Z * Z)%type.
  Definition leb (a b : t) : bool := fst a <=? fst b.
  Theorem leb_total a b : leb a b = true \/ leb b a = true.
  Proof. unfold leb. lia. Qed.
End ByOutcome.
Module Sorting := Sort ByOutcome.
Local Coercion is_true : bool >-> Sortclass.

Lemma by_outcome_transitive : RelationClasses.Transitive ByOutcome.leb.
Proof. intros a b c. unfold is_true, ByOutcome.leb. lia. Qed.

Fixpoint positive_groups (y sum_so_far : Z) (l : weights) : Z :=
  match l with
  | [] => Z.max 0 sum_so_far
  | (y', w) :: rest =>
      if y' =? y then positive_groups y (sum_so_far + w) rest
      else Z.max 0 sum_so_far + positive_groups y' w rest
  end.

(** The sum over all outcomes y of max(0, weight of y). *)
Definition positive_sum (l : weights) : Z :=
  match Sorting.sort l with
  | [] => 0
  | (y, w) :: rest => positive_groups y w rest
  end.

Lemma positive_groups_above (f : Z -> R) :
  (forall y, 0 <= f y <= 1)%R ->
  forall l y acc, (IZR acc * f y + weight_seen f l <= IZR (positive_groups y acc l))%R.
Proof.
  intros Hf.
  assert (part : forall y acc, (IZR acc * f y <= IZR (Z.max 0 acc))%R).
  { intros y acc. destruct (Hf y). destruct (Z.max_spec 0 acc) as [[H' ->]|[H' ->]].
    - apply Rle_trans with (IZR acc * 1)%R; [|lra].
      apply Rmult_le_compat_l; [apply IZR_le; lia | lra].
    - apply IZR_le in H'. nra. }
  induction l as [|[y' w] l IH]; intros y acc; unfold weight_seen in *;
    cbn [sum fst snd positive_groups].
  - pose proof (part y acc). lra.
  - destruct (Z.eqb_spec y' y) as [->|_].
    + specialize (IH y (acc + w)). rewrite plus_IZR in IH. lra.
    + rewrite plus_IZR. specialize (IH y' w). pose proof (part y acc). lra.
Qed.

(** No test sees more than the sum of the positive parts. *)
Theorem positive_sum_above (f : Z -> R) (l : weights) :
  (forall y, 0 <= f y <= 1)%R -> (weight_seen f l <= IZR (positive_sum l))%R.
Proof.
  intros Hf. unfold weight_seen. rewrite (sum_permutation _ _ _ (Sorting.Permuted_sort l)).
  unfold positive_sum. destruct (Sorting.sort l) as [|[y w] rest]; [simpl; lra|].
  exact (positive_groups_above f Hf rest y w).
Qed.

Lemma positive_groups_reached l : forall y acc,
  StronglySorted ByOutcome.leb ((y, acc) :: l) ->
  exists S : Z -> bool, (if S y then acc else 0) + weight_of S l = positive_groups y acc l.
Proof.
  induction l as [|[y' w] l IH]; intros y acc Hsorted.
  - exists (fun _ => 0 <? acc). simpl. destruct (Z.ltb_spec 0 acc); lia.
  - apply StronglySorted_inv in Hsorted as [Hl Hy]. cbn [positive_groups].
    pose proof (StronglySorted_inv Hl) as [Hl' Hy'].
    apply Forall_inv in Hy as Hfirst. apply Forall_inv_tail in Hy as Hrest.
    destruct (Z.eqb_spec y' y) as [->|Hne].
    + destruct (IH y (acc + w)) as [S HS].
      { constructor; [exact Hl' | exact Hrest]. }
      exists S. rewrite <- HS. cbn [weight_of]. destruct (S y); lia.
    + destruct (IH y' w Hl) as [S HS].
      exists (fun x => if x =? y then 0 <? acc else S x).
      rewrite Z.eqb_refl, <- HS. cbn [weight_of].
      replace (y' =? y) with false by lia.
      assert (apart : Forall (fun a => y < fst a) l).
      { eapply Forall_impl; [|exact Hy']. intros a H.
        unfold is_true, ByOutcome.leb in *. simpl in *. lia. }
      rewrite (weight_of_ext _ S).
      * destruct (Z.ltb_spec 0 acc); lia.
      * intros x Hx. apply in_map_iff in Hx as [a [<- Ha]].
        rewrite Forall_forall in apart. specialize (apart _ Ha).
        replace (fst a =? y) with false by lia. reflexivity.
Qed.

(** Some event has exactly the sum of the positive parts as its weight. *)
Theorem positive_sum_reached l : exists S : Z -> bool, weight_of S l = positive_sum l.
Proof.
  pose proof (Sorting.StronglySorted_sort l by_outcome_transitive) as Hsorted.
  assert (same : forall S, weight_of S l = weight_of S (Sorting.sort l)).
  { intros S. apply eq_IZR. rewrite !weight_of_seen. unfold weight_seen.
    apply sum_permutation, Sorting.Permuted_sort. }
  unfold positive_sum.
  destruct (Sorting.sort l) as [|[y w] rest] eqn:E.
  - exists (fun _ => true). rewrite same. reflexivity.
  - destruct (positive_groups_reached rest y w Hsorted) as [S HS].
    exists S. rewrite same, <- HS. reflexivity.
Qed.

(** ** Two tables *)

Definition scaled (c : Z) (l : weights) : weights := map (fun yw => (fst yw, c * snd yw)) l.

(** den p - num q as weighted outcomes. *)
Definition difference (num den : Z) (p q : weights) : weights :=
  scaled den p ++ scaled (- num) q.

(** The sum over all outcomes y of max(0, den p(y) - num q(y)). *)
Definition excess (num den : Z) (p q : weights) : Z := positive_sum (difference num den p q).

Lemma seen_scaled f c l : weight_seen f (scaled c l) = (IZR c * weight_seen f l)%R.
Proof.
  unfold weight_seen, scaled. rewrite sum_map, <- sum_scal. apply sum_ext.
  intros yw _. cbn [fst snd]. rewrite mult_IZR. lra.
Qed.

Lemma seen_difference f num den p q :
  weight_seen f (difference num den p q)
  = (IZR den * weight_seen f p - IZR num * weight_seen f q)%R.
Proof.
  unfold difference. unfold weight_seen at 1. rewrite sum_app.
  fold (weight_seen f (scaled den p)) (weight_seen f (scaled (- num) q)).
  rewrite !seen_scaled, opp_IZR. lra.
Qed.

Lemma seen_pos f l :
  (forall y, 0 <= f y)%R -> Forall (fun yw => 0 <= snd yw) l -> (0 <= weight_seen f l)%R.
Proof.
  intros Hf H. apply sum_pos. intros yw Hin. rewrite Forall_forall in H.
  apply Rmult_le_pos; [apply IZR_le, H, Hin | apply Hf].
Qed.

Section TwoTables.
  Variables (p q : weights) (K : Z) (e : R).
  Hypothesis q_weights : Forall (fun yw => 0 <= snd yw) q.
  Hypothesis K_positive : 0 < K.

  (** What a test sees of p and of q, as probabilities. *)
  Let Pr (f : Z -> R) (l : weights) : R := (weight_seen f l / IZR K)%R.

  (** Privacy for every randomised event: num/den is a lower bound of e = e^epsilon. *)
  Theorem private_of_excess num den dnum dden :
    0 <= num -> 0 < den -> 0 < dden ->
    (IZR num / IZR den <= e)%R ->
    excess num den p q * dden <= dnum * (den * K) ->
    forall f, (forall y, 0 <= f y <= 1)%R -> (Pr f p <= e * Pr f q + IZR dnum / IZR dden)%R.
  Proof.
    intros Hnum Hden Hdden He Hexcess f Hf.
    pose proof (positive_sum_above f (difference num den p q) Hf) as Habove.
    rewrite seen_difference in Habove. fold (excess num den p q) in Habove.
    assert (Hq : (0 <= weight_seen f q)%R)
      by (apply seen_pos; [intros y; apply Hf | exact q_weights]).
    apply IZR_lt in Hden, Hdden. apply IZR_lt in K_positive as HK.
    apply IZR_le in Hexcess. rewrite !mult_IZR in Hexcess.
    assert (He' : (IZR num <= e * IZR den)%R).
    { apply (Rmult_le_compat_r (IZR den)) in He; [|lra].
      unfold Rdiv in He. rewrite Rmult_assoc, Rinv_l in He by lra. lra. }
    apply (Rmult_le_reg_r (IZR den * IZR dden * IZR K)).
    { apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; lra. }
    unfold Pr.
    replace (weight_seen f p / IZR K * (IZR den * IZR dden * IZR K))%R
      with (IZR dden * (IZR den * weight_seen f p))%R by (field; lra).
    replace ((e * (weight_seen f q / IZR K) + IZR dnum / IZR dden) * (IZR den * IZR dden * IZR K))%R
      with (IZR dden * (e * IZR den * weight_seen f q) + IZR dnum * (IZR den * IZR K))%R
      by (field; lra).
    assert (IZR num * weight_seen f q <= e * IZR den * weight_seen f q)%R
      by (apply Rmult_le_compat_r; lra).
    assert (IZR dden * (IZR den * weight_seen f p)
            <= IZR dden * (IZR (excess num den p q) + e * IZR den * weight_seen f q))%R
      by (apply Rmult_le_compat_l; lra).
    lra.
  Qed.

  (** The same for every event. *)
  Corollary private_events num den dnum dden :
    0 <= num -> 0 < den -> 0 < dden ->
    (IZR num / IZR den <= e)%R ->
    excess num den p q * dden <= dnum * (den * K) ->
    forall S : Z -> bool,
      (IZR (weight_of S p) / IZR K <= e * (IZR (weight_of S q) / IZR K) + IZR dnum / IZR dden)%R.
  Proof.
    intros Hnum Hden Hdden He Hexcess S. rewrite !weight_of_seen.
    apply (private_of_excess num den); try assumption.
    intros y. unfold indicator. destruct (S y); lra.
  Qed.

  (** Tightness: num/den is an upper bound of e; some event exceeds by at least dnum/dden. *)
  Theorem tight_of_excess num den dnum dden :
    0 < den -> 0 < dden ->
    (e <= IZR num / IZR den)%R ->
    dnum * (den * K) <= excess num den p q * dden ->
    exists S : Z -> bool,
      (IZR dnum / IZR dden + e * Pr (indicator S) q <= Pr (indicator S) p)%R.
  Proof.
    intros Hden Hdden He Hexcess.
    destruct (positive_sum_reached (difference num den p q)) as [S HS].
    exists S. fold (excess num den p q) in HS.
    assert (HR : IZR (weight_of S (difference num den p q)) = IZR (excess num den p q))
      by congruence.
    rewrite weight_of_seen, seen_difference in HR.
    set (a := weight_seen (indicator S) p) in *. set (b := weight_seen (indicator S) q) in *.
    assert (Hb : (0 <= b)%R).
    { apply seen_pos; [|exact q_weights]. intros y. unfold indicator. destruct (S y); lra. }
    apply IZR_lt in Hden, Hdden. apply IZR_lt in K_positive as HK.
    apply IZR_le in Hexcess. rewrite !mult_IZR, <- HR in Hexcess.
    assert (He' : (e * IZR den <= IZR num)%R).
    { apply (Rmult_le_compat_r (IZR den)) in He; [|lra].
      unfold Rdiv in He. rewrite Rmult_assoc, Rinv_l in He by lra. lra. }
    assert (e * IZR den * b <= IZR num * b)%R by (apply Rmult_le_compat_r; lra).
    apply (Rmult_le_reg_r (IZR den * IZR dden * IZR K)).
    { apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; lra. }
    unfold Pr. fold a b.
    replace (a / IZR K * (IZR den * IZR dden * IZR K))%R
      with (IZR dden * (IZR den * a))%R by (field; lra).
    replace ((IZR dnum / IZR dden + e * (b / IZR K)) * (IZR den * IZR dden * IZR K))%R
      with (IZR dnum * (IZR den * IZR K) + IZR dden * (e * IZR den * b))%R by (field; lra).
    assert (IZR dden * (e * IZR den * b) <= IZR dden * (IZR num * b))%R
      by (apply Rmult_le_compat_l; lra).
    lra.
  Qed.
End TwoTables.

(** ** Post-processing *)

(** The outcomes after a function of them: what g does not tell apart is merged. *)
Definition merged (g : Z -> Z) (l : weights) : weights := map (fun yw => (g (fst yw), snd yw)) l.

Lemma weight_of_merged g S l : weight_of S (merged g l) = weight_of (fun y => S (g y)) l.
Proof. induction l as [|[y w] l IH]; simpl; [reflexivity | rewrite IH; reflexivity]. Qed.

Lemma merged_difference g num den p q :
  difference num den (merged g p) (merged g q) = merged g (difference num den p q).
Proof. unfold difference, scaled, merged. rewrite map_app, !map_map. reflexivity. Qed.

(** Merging outputs by any function raises no excess, and so no delta. *)
Theorem merging_raises_nothing g num den p q :
  excess num den (merged g p) (merged g q) <= excess num den p q.
Proof.
  unfold excess. rewrite merged_difference.
  destruct (positive_sum_reached (merged g (difference num den p q))) as [S HS].
  rewrite <- HS, weight_of_merged. apply le_IZR. rewrite weight_of_seen.
  apply positive_sum_above. intros y. unfold indicator. destruct (S (g y)); lra.
Qed.
