(** Finite sums: of reals over a list, of integers over weighted outcomes, and lists of
    consecutive integers. *)

From Coq Require Import ZArith Reals List Lia Lra Permutation.
Import ListNotations.
Open Scope Z_scope.

(** ** The integers a, a + 1, ..., b *)

Fixpoint from (a : Z) (length : nat) : list Z :=
  match length with
  | O => []
  | S shorter => a :: from (a + 1) shorter
  end.

Definition between (a b : Z) : list Z := from a (Z.to_nat (b - a + 1)).

Lemma in_from a length i : In i (from a length) <-> a <= i < a + Z.of_nat length.
Proof.
  revert a; induction length as [|n IH]; intros a; simpl.
  - lia.
  - rewrite IH. lia.
Qed.

Lemma in_between a b i : In i (between a b) <-> a <= i <= b.
Proof. unfold between. rewrite in_from. lia. Qed.

Lemma length_from a n : length (from a n) = n.
Proof. revert a; induction n as [|n IH]; intros a; simpl; auto. Qed.

Lemma from_app a n m : from a (n + m) = from a n ++ from (a + Z.of_nat n) m.
Proof.
  revert a; induction n as [|n IH]; intros a.
  - simpl. f_equal. lia.
  - cbn [from plus app]. rewrite IH. do 3 f_equal. lia.
Qed.

Lemma between_app a b c :
  a <= b + 1 -> b <= c -> between a c = between a b ++ between (b + 1) c.
Proof.
  intros H1 H2. unfold between.
  replace (Z.to_nat (c - a + 1))
    with (Z.to_nat (b - a + 1) + Z.to_nat (c - (b + 1) + 1))%nat by lia.
  rewrite from_app. do 2 f_equal. lia.
Qed.

Lemma between_first a b : a <= b -> between a b = a :: between (a + 1) b.
Proof.
  intros H. unfold between.
  replace (Z.to_nat (b - a + 1)) with (S (Z.to_nat (b - (a + 1) + 1))) by lia.
  reflexivity.
Qed.

Lemma between_last a b : a <= b -> between a b = between a (b - 1) ++ [b].
Proof.
  intros H. rewrite (between_app a (b - 1) b) by lia. f_equal.
  replace (b - 1 + 1) with b by lia. rewrite between_first by lia.
  unfold between. replace (b - (b + 1) + 1) with 0 by lia. reflexivity.
Qed.

Lemma between_empty a b : b < a -> between a b = [].
Proof.
  intros H. unfold between. replace (Z.to_nat (b - a + 1)) with 0%nat by lia. reflexivity.
Qed.

Lemma from_map a b n : from (a + b) n = map (Z.add a) (from b n).
Proof.
  revert b; induction n as [|n IH]; intros b; simpl; auto.
  f_equal. rewrite <- IH. f_equal. lia.
Qed.

(** ** Sums of reals *)

Fixpoint sum {A : Type} (f : A -> R) (l : list A) : R :=
  match l with
  | [] => 0
  | a :: rest => f a + sum f rest
  end.

Section Sum.
  Context {A : Type}.
  Implicit Types (f g : A -> R) (l : list A).
  Open Scope R_scope.

  Lemma sum_app f l l' : sum f (l ++ l') = sum f l + sum f l'.
  Proof. induction l as [|a l IH]; simpl; [lra | rewrite IH; lra]. Qed.

  Lemma sum_ext f g l : (forall a, In a l -> f a = g a) -> sum f l = sum g l.
  Proof.
    induction l as [|a l IH]; simpl; intros H; auto.
    rewrite IH by auto. rewrite (H a) by auto. reflexivity.
  Qed.

  Lemma sum_pos f l : (forall a, In a l -> 0 <= f a) -> 0 <= sum f l.
  Proof.
    induction l as [|a l IH]; simpl; intros H; [lra|].
    pose proof (H a (or_introl eq_refl)). pose proof (IH (fun b h => H b (or_intror h))). lra.
  Qed.

  Lemma sum_plus f g l : sum (fun a => f a + g a) l = sum f l + sum g l.
  Proof. induction l as [|a l IH]; simpl; [lra | rewrite IH; lra]. Qed.

  Lemma sum_scal c f l : sum (fun a => c * f a) l = c * sum f l.
  Proof. induction l as [|a l IH]; simpl; [lra | rewrite IH; lra]. Qed.

  Lemma sum_const c l : sum (fun _ => c) l = IZR (Z.of_nat (length l)) * c.
  Proof.
    induction l as [|a l IH]; cbn [sum length]; [simpl; lra|].
    rewrite IH, Nat2Z.inj_succ, succ_IZR. lra.
  Qed.

  Lemma sum_permutation f l l' : Permutation l l' -> sum f l = sum f l'.
  Proof. induction 1; simpl; lra. Qed.

  Lemma sum_map {B : Type} (g : B -> A) f (l : list B) :
    sum f (map g l) = sum (fun b => f (g b)) l.
  Proof. induction l as [|b l IH]; simpl; [reflexivity | rewrite IH; reflexivity]. Qed.

  Lemma sum_rev f l : sum f (rev l) = sum f l.
  Proof. symmetry. apply sum_permutation, Permutation_rev. Qed.
End Sum.

Lemma sum_swap {A B : Type} (f : A -> B -> R) (l : list A) (l' : list B) :
  sum (fun a => sum (f a) l') l = sum (fun b => sum (fun a => f a b) l) l'.
Proof.
  induction l as [|a l IH]; simpl.
  - rewrite sum_const. lra.
  - rewrite IH, <- sum_plus. reflexivity.
Qed.

(** ** Weighted outcomes *)

(** A finite table of outcomes with integer weights, in any order and perhaps repeated. *)
Definition weights := list (Z * Z).

Definition indicator (S : Z -> bool) (y : Z) : R := if S y then 1%R else 0%R.

(** The weight that a test f sees: each outcome counts f y times its weight. *)
Definition weight_seen (f : Z -> R) (l : weights) : R :=
  sum (fun yw => (IZR (snd yw) * f (fst yw))%R) l.

(** The weight of an event, in integers. *)
Fixpoint weight_of (S : Z -> bool) (l : weights) : Z :=
  match l with
  | [] => 0
  | (y, w) :: rest => (if S y then w else 0) + weight_of S rest
  end.

Definition total (l : weights) : Z := weight_of (fun _ => true) l.

Lemma weight_of_seen S l : IZR (weight_of S l) = weight_seen (indicator S) l.
Proof.
  induction l as [|[y w] l IH]; [reflexivity|].
  cbn [weight_of]. rewrite plus_IZR, IH. unfold weight_seen, indicator. cbn [sum fst snd].
  destruct (S y); simpl; lra.
Qed.

Lemma weight_of_ext S S' l :
  (forall y, In y (map fst l) -> S y = S' y) -> weight_of S l = weight_of S' l.
Proof.
  induction l as [|[y w] l IH]; simpl; intros H; auto.
  rewrite IH by auto. rewrite (H y) by auto. reflexivity.
Qed.

Lemma weight_of_pos S l : Forall (fun yw => 0 <= snd yw) l -> 0 <= weight_of S l.
Proof. induction 1 as [|[y w] l H _ IH]; simpl in *; [lia | destruct (S y); lia]. Qed.
