(** Noise values with the bounds of their weights and with their keys, for all of -D .. D. *)

From Coq Require Import ZArith Reals List Lia Lra.
From Ptcert Require Import Sums ExpBounds Law LawBounds.
Import ListNotations.
Open Scope Z_scope.

(** A noise value with the bounds of its weight and with its keys. *)
Record entry := { value : Z; bounds : Z * Z; keys : Z }.

Fixpoint entries (z : Z) (bs : list (Z * Z)) (ns : list Z) : list entry :=
  match bs, ns with
  | b :: bs', n :: ns' => {| value := z; bounds := b; keys := n |} :: entries (z + 1) bs' ns'
  | _, _ => []
  end.

Lemma entries_sound (enclosed : Z -> Z * Z -> Prop) bs : forall ns z,
  length ns = length bs -> Forall2 enclosed (from z (length bs)) bs ->
  (forall e, In e (entries z bs ns) ->
     z <= value e < z + Z.of_nat (length bs) /\ enclosed (value e) (bounds e) /\
     weight_of (Z.eqb (value e)) (combine (from z (length ns)) ns) = keys e) /\
  (forall v, z <= v < z + Z.of_nat (length bs) ->
     exists e, In e (entries z bs ns) /\ value e = v).
Proof.
  assert (absent : forall ns v z,
            v < z -> weight_of (Z.eqb v) (combine (from z (length ns)) ns) = 0).
  { induction ns as [|n ns IH]; intros v z Hv; [reflexivity|].
    cbn [length from combine weight_of]. destruct (Z.eqb_spec v z); [lia|]. rewrite IH; lia. }
  induction bs as [|b bs IH]; intros [|n ns] z Hlength Hb; try discriminate.
  - split; [intros e [] | simpl; lia].
  - cbn [length] in *. inversion Hb as [|z0 b0 zs bs0 Henc Hrest E1 E2]; subst.
    destruct (IH ns (z + 1) ltac:(lia) Hrest) as [Hin Hall]. split.
    + intros e [<-|He].
      * cbn [value bounds keys from combine weight_of]. rewrite Z.eqb_refl, absent by lia.
        repeat split; [lia | lia | assumption | lia].
      * destruct (Hin e He) as (Hv & Hw & Hk). cbn [from combine weight_of].
        destruct (Z.eqb_spec (value e) z); [lia|]. repeat split; [lia | lia | assumption | lia].
    + intros v Hv. destruct (Z.eq_dec v z) as [->|Hne].
      * eexists. split; [left; reflexivity | reflexivity].
      * destruct (Hall v ltac:(lia)) as (e & He & Hv'). exists e.
        split; [right; exact He | exact Hv'].
Qed.

(** Bounds of the weights of -D .. D from those of D .. 1. *)
Definition both_sides (w : Z) (bs : list (Z * Z)) : list (Z * Z) :=
  bs ++ (2 ^ w, 2 ^ w) :: rev bs.

Lemma both_sides_enclose w D gamma bs :
  0 <= w -> Forall2 (fun k => encloses w (weight gamma k)) (down D) bs ->
  length (both_sides w bs) = (2 * D + 1)%nat /\
  Forall2 (fun k => encloses w (weight gamma k))
          (from (- Z.of_nat D) (2 * D + 1)) (both_sides w bs).
Proof.
  intros Hw Hbs. set (enclosed := fun k => encloses w (weight gamma k)) in *.
  assert (below : forall n bs, Forall2 enclosed (down n) bs ->
            Forall2 enclosed (from (- Z.of_nat n) n) bs).
  { induction n as [|n IH]; intros l H; inversion H as [|k b ks l' Hk Hl E1 E2]; subst;
      cbn [from]; constructor.
    - unfold enclosed. rewrite weight_even. exact Hk.
    - replace (- Z.of_nat (S n) + 1) with (- Z.of_nat n) by lia. apply IH, Hl. }
  assert (above : forall n bs, Forall2 enclosed (down n) bs ->
            Forall2 enclosed (from 1 n) (rev bs)).
  { induction n as [|n IH]; intros l H; inversion H as [|k b ks l' Hk Hl E1 E2]; subst;
      [constructor|].
    rewrite <- Nat.add_1_r, from_app. cbn [rev from]. apply Forall2_app; [apply IH, Hl|].
    constructor; [|constructor]. replace (1 + Z.of_nat n) with (Z.of_nat (S n)) by lia. exact Hk. }
  assert (all : Forall2 enclosed (from (- Z.of_nat D) (2 * D + 1)) (both_sides w bs)).
  { replace (2 * D + 1)%nat with (D + S D)%nat by lia. rewrite from_app. unfold both_sides.
    apply Forall2_app; [apply below, Hbs|].
    replace (- Z.of_nat D + Z.of_nat D) with 0 by lia. cbn [from]. constructor; [|apply above, Hbs].
    unfold enclosed, encloses, weight. cbn [fst snd]. rewrite Rmult_0_r, exp_0. unfold grid.
    split; [apply Z.pow_nonneg; lia | lra]. }
  split; [|exact all]. rewrite <- (length_from (- Z.of_nat D) (2 * D + 1)). clear - all.
  induction all as [|k b ks l _ _ IH]; cbn [length]; congruence.
Qed.
