(** The rules that a complete table keeps, and what it means that none of them is better.

    Nothing is proved here: these definitions are what the theorem on optimality speaks about. *)

From Coq Require Import ZArith QArith Qreals Reals List Bool.
From Ptcert Require Import Sums Table.
Import ListNotations.
Open Scope Z_scope.

(** How the noise of a row is spread: in any way; more often towards 0 from below; or with one
    peak, more often towards 0 from both sides. *)
Inductive shape := Any | Monotone | Unimodal.

(** How the pair of the counts 0 and 1 counts: not at all, with a delta of its own, or as others. *)
Inductive first_pair := Excluded | Capped (cap : Q) | Included.

(** What is given by row is for the counts 1, 2, ..., and the last of it for all later counts; an
    empty list asks for nothing. The chances of the last row, of its noise values from the least to
    the largest, may be given: then it is asked nothing else. *)
Record rules := {
  largest_noise : list Z;
  mean_square : list Q;
  exactly : bool;
  holes : list Z;
  zero_stays : bool;
  last_count : Z;
  unbiased : bool;
  stay : list Q;
  row_shape : shape;
  pair_0_1 : first_pair;
  given_row : list Q
}.

Definition by_row {A : Type} (values : list A) (n : Z) : option A :=
  nth_error values (Nat.min (Z.to_nat (Z.max 1 n)) (length values) - 1).

(** Noise z may be added to a count n: it is not too large, the result is not negative, and it is
    no hole. *)
Definition allowed (r : rules) (n z : Z) : bool :=
  if (n =? 0) && zero_stays r then z =? 0
  else match by_row (largest_noise r) n with
       | Some D => (Z.abs z <=? D) && (0 <=? n + z) && negb (existsb (Z.eqb (n + z)) (holes r))
       | None => false
       end.

Definition allowed_noise (r : rules) (n : Z) : list Z :=
  match by_row (largest_noise r) n with
  | Some D => filter (allowed r n) (between (- D) D)
  | None => []
  end.

(** What the row of one count can be asked to keep. *)
Inductive condition :=
  | Mean_is_zero
  | Mean_square_at_most (V : Q)
  | Mean_square_is (V : Q)
  | Zero_at_least (s : Q)
  | No_more_often (a b : Z)
  | Chance_is (a : Z) (p : Q).

Definition square (z : Z) : R := IZR (z * z).
Definition chance (t : table) (n z : Z) : R := mean t n (indicator (Z.eqb z)).

Definition keeps_condition (t : table) (n : Z) (c : condition) : Prop :=
  match c with
  | Mean_is_zero => mean t n IZR = 0%R
  | Mean_square_at_most V => (mean t n square <= Q2R V)%R
  | Mean_square_is V => mean t n square = Q2R V
  | Zero_at_least s => (Q2R s <= chance t n 0)%R
  | No_more_often a b => (chance t n a <= chance t n b)%R
  | Chance_is a p => chance t n a = Q2R p
  end.

(** Noise values next to each other, of which the first is no more often than the second. *)
Fixpoint rising (s : shape) (values : list Z) : list (Z * Z) :=
  match values with
  | a :: (b :: _) as rest =>
      match s with
      | Any => []
      | Monotone => if b <=? 0 then [(a, b)] else []
      | Unimodal => if Z.abs b <? Z.abs a then [(a, b)] else [(b, a)]
      end ++ rising s rest
  | _ => []
  end.

Definition rising_of_row (r : rules) (n : Z) : list (Z * Z) :=
  match row_shape r with
  | Monotone => if allowed r n 0 then rising Monotone (allowed_noise r n) else []
  | s => rising s (allowed_noise r n)
  end.

Definition is_given (r : rules) (n : Z) : bool :=
  match given_row r with [] => false | _ => n =? last_count r end.

(** All that the row of a count is asked to keep; a count of 0 that stays 0 is asked nothing, and
    any other count of 0 neither bias 0 nor a chance to stay. *)
Definition conditions_of (r : rules) (n : Z) : list condition :=
  if (n =? 0) && zero_stays r then []
  else if is_given r n
  then map (fun ap => Chance_is (fst ap) (snd ap)) (combine (allowed_noise r n) (given_row r))
  else
    (if unbiased r && (0 <? n) then [Mean_is_zero] else [])
    ++ match by_row (mean_square r) n with
       | Some V => [if exactly r && (0 <? n) then Mean_square_is V else Mean_square_at_most V]
       | None => []
       end
    ++ match by_row (stay r) n with
       | Some s => if (0 <? n) && allowed r n 0 then [Zero_at_least s] else []
       | None => []
       end
    ++ map (fun ab => No_more_often (fst ab) (snd ab)) (rising_of_row r n).

(** The first count that the rules speak of. *)
Definition first_count (r : rules) : Z := match pair_0_1 r with Excluded => 1 | _ => 0 end.

(** A table keeps the rules: every key has one noise value, the row of the last count repeats, and
    up to there all noise is allowed and every row keeps its conditions. *)
Definition keeps (r : rules) (t : table) : Prop :=
  every_key_has_one_noise t /\
  (forall n, first_count r <= n -> covered t n) /\
  (forall n key, last_count r <= n -> noise t n key = noise t (last_count r) key) /\
  (forall n, first_count r <= n <= last_count r ->
    (forall key z, noise t n key = Some z -> allowed r n z = true) /\
    Forall (keeps_condition t n) (conditions_of r n)).

(** The delta that a pair may have: delta, or its own. *)
Definition delta_of_pair (r : rules) (n m : Z) (delta : R) : R :=
  if (n =? 0) || (m =? 0)
  then match pair_0_1 r with Capped cap => Q2R cap | _ => delta end
  else delta.

Definition protects (r : rules) (t : table) (e delta : R) : Prop :=
  forall n m, first_count r <= n -> first_count r <= m -> m = n + 1 \/ n = m + 1 ->
    private t n m e (delta_of_pair r n m delta).

(** What is made small: delta, or the largest mean square of the noise of a count above 0 where
    delta is at most a target. *)
Inductive objective := Delta | Mean_square (target : Q).

Definition has_at_most (r : rules) (o : objective) (e : R) (t : table) (x : R) : Prop :=
  match o with
  | Delta => protects r t e x
  | Mean_square target =>
      protects r t e (Q2R target) /\
      forall n, 1 <= n <= last_count r -> (mean t n square <= x)%R
  end.

(** No table of K keys that keeps the rules has less than the bound; e stands for e^epsilon. *)
Definition no_table_has_less (r : rules) (o : objective) (K : Z) (e bound : R) : Prop :=
  forall (t : table) (x : R),
    keysize t = K -> keeps r t -> has_at_most r o e t x -> (bound <= x)%R.

(** No table of as many keys that keeps the rules is better than this one: what another one has at
    most, this one has at most too. *)
Definition is_best (r : rules) (o : objective) (e : R) (t : table) : Prop :=
  forall (other : table) (x : R),
    keysize other = keysize t -> keeps r other -> has_at_most r o e other x ->
    has_at_most r o e t x.
