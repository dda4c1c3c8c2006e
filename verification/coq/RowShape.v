(** Rows as lists: equal rows, mirrored rows, and rows in the order of the noise values. *)

From Coq Require Import ZArith Reals List Bool Lia.
From Ptcert Require Import Sums Table Privacy.
Import ListNotations.
Open Scope Z_scope.

(** The keys of each noise value z, z + 1, ...; None where the row is not in that order. *)
Fixpoint keys_in_order (z : Z) (length : nat) (r : row) : option (list Z) :=
  match length, r with
  | O, [] => Some []
  | O, _ :: _ => None
  | S less, [] => option_map (cons 0) (keys_in_order (z + 1) less [])
  | S less, (z', n) :: rest =>
      if z' =? z then option_map (cons n) (keys_in_order (z + 1) less rest)
      else option_map (cons 0) (keys_in_order (z + 1) less r)
  end.

Lemma keys_in_order_same length : forall z r ns,
  keys_in_order z length r = Some ns ->
  List.length ns = length /\
  (forall A, weight_of A r = weight_of A (combine (from z length) ns)) /\
  (forall v, In v (map fst r) -> z <= v < z + Z.of_nat length).
Proof.
  induction length as [|less IH]; intros z r ns H.
  - destruct r; [|discriminate]. injection H as <-.
    split; [reflexivity|]. split; [reflexivity|]. intros v [].
  - assert (step : forall n rest,
      option_map (cons n) (keys_in_order (z + 1) less rest) = Some ns ->
      exists ns', ns = n :: ns' /\ keys_in_order (z + 1) less rest = Some ns').
    { intros n rest E. destruct (keys_in_order (z + 1) less rest) as [ns'|]; [|discriminate].
      injection E as <-. eauto. }
    cbn [keys_in_order] in H.
    destruct r as [|[z' n] rest]; [|destruct (Z.eqb_spec z' z) as [->|_]];
      apply step in H as (ns' & -> & H); apply IH in H as (Hl & Hw & Hr);
      cbn [length from combine weight_of].
    + split; [lia|]. split; [|contradiction]. intros A. rewrite <- Hw. destruct (A z); reflexivity.
    + split; [lia|]. split; [intros A; rewrite <- Hw; reflexivity|].
      intros v [<-|H]; [simpl; lia | apply Hr in H; lia].
    + split; [lia|]. split; [|intros v H; apply Hr in H; lia].
      intros A. rewrite <- Hw. destruct (A z); reflexivity.
Qed.

Definition mirrored (r : row) : row := rev (merged Z.opp r).

Lemma weight_of_mirrored A r : weight_of A (mirrored r) = weight_of (fun v => A (- v)) r.
Proof.
  rewrite <- (weight_of_merged Z.opp). apply eq_IZR. rewrite !weight_of_seen. apply sum_rev.
Qed.

Lemma split_row z r :
  weight_of (fun v => v <=? z) r + weight_of (fun v => v <=? - (z + 1)) (mirrored r) = total r.
Proof.
  rewrite weight_of_mirrored. unfold total.
  induction r as [|[v n] rest IH]; [reflexivity|]. cbn [weight_of].
  destruct (Z.leb_spec v z); destruct (Z.leb_spec (- v) (- (z + 1))); lia.
Qed.

Fixpoint same_row (r r' : row) : bool :=
  match r, r' with
  | [], [] => true
  | (z, n) :: rest, (z', n') :: rest' => (z =? z') && (n =? n') && same_row rest rest'
  | _, _ => false
  end.

Lemma same_row_equal r : forall r', same_row r r' = true -> r = r'.
Proof.
  induction r as [|[z n] rest IH]; intros [|[z' n'] rest'] H; try discriminate; [reflexivity|].
  cbn [same_row] in H. rewrite !andb_true_iff in H. destruct H as [[Hz Hn] H].
  f_equal; [f_equal; lia | apply IH, H].
Qed.

