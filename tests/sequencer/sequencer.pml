/*
 * The sequencer's nodes in whole ticks: a register that is written only by whoever names what stands in it, news that
 * may be lost, nodes that die and come back, and any order of nodes within a tick. `npm run model` searches every
 * course of TICKS ticks with NODES nodes. What must hold: beats are numbered without a gap, and a node that has been
 * well since before the last beat lets no more than PERIOD + distance * STEP ticks pass after it.
 * It follows core/sequencer/member.ts; docs/reference/sequencer.md explains the rules and why each is needed.
 *
 * -DNO_LATE_LOOK: a node that is not told of the beat that was to come does not look for itself. That rule is for nodes
 * which see different rings, as they never do here; and without it, each of these takes a rule away that must be missed:
 * -DBASE_IS_NOW: a failed try counts from now, not from the beat that it lost to.
 * -DNO_FIRST_LOOK: a node that has seen nothing waits for news.
 * -DFIXED_ORDER: turns are counted from the first node of the ring, not from the last writer.
 */
#ifndef TICKS
#define TICKS 6
#endif
#define NODES 3
#define PERIOD 1
#define STEP 1
#define FIRST_STEP 3
#define NOBODY 255

byte tick = 0;

/* the register: the latest beat, 0 before the first, who wrote it and when */
byte seq = 0;
byte writer = NOBODY;
byte writtenAt = 0;

typedef Node {
  bool up;
  byte since;     /* the tick in which it was started */
  byte known;     /* the seq it knows, 0: none */
  byte knownWriter;
  byte base;      /* when that was written, as the node reckons */
  bool acted      /* it has had its turn in this tick */
};
Node node[NODES];
byte down = 0;

#define distance(w, i) ((i + NODES - w) % NODES)
#ifdef FIXED_ORDER
#define turns(i) i
#else
#define turns(i) distance(node[i].knownWriter, i)
#endif
#define deadline(i) (node[i].known == 0 -> node[i].since + i * FIRST_STEP : node[i].base + PERIOD + turns(i) * STEP)

inline learn(i, at) {
  node[i].known = seq;
  node[i].knownWriter = writer;
  node[i].base = at
}

/* news of a beat reaches each other node shortly after, or never */
inline tell(from) {
  byte k;
  for (k : 0 .. NODES - 1) {
    if
    :: k != from && node[k].up -> learn(k, tick)
    :: skip
    fi
  }
}

inline act(i) {
  bool goesOn = true;
  bool looked = false;
  do
  :: !goesOn -> break
  :: goesOn && deadline(i) <= tick ->
       if
       :: node[i].known == seq ->
            seq++;
            writer = i;
            writtenAt = tick;
            learn(i, tick);
            tell(i);
            goesOn = false
       :: else ->
#ifdef BASE_IS_NOW
            learn(i, tick)
#else
            learn(i, writtenAt)
#endif
       fi
#ifndef NO_FIRST_LOOK
  :: goesOn && deadline(i) > tick && node[i].known == 0 && seq > 0 -> learn(i, writtenAt)
#endif
#ifndef NO_LATE_LOOK
  :: goesOn && deadline(i) > tick && node[i].known > 0 && node[i].base + PERIOD < tick && !looked ->
       looked = true;
       if
       :: node[i].known < seq -> learn(i, writtenAt)
       :: else
       fi
#endif
  :: else -> goesOn = false
  od
}

active proctype world() {
  byte i;
  byte left;
  for (i : 0 .. NODES - 1) {
    node[i].up = true
  }
  do
  :: tick > TICKS -> break
  :: else ->
       /* some die, some come back with nothing in memory */
       for (i : 0 .. NODES - 1) {
         if
         :: node[i].up && down < NODES - 1 -> node[i].up = false; down++
         :: !node[i].up ->
              node[i].up = true;
              down--;
              node[i].since = tick;
              node[i].known = 0;
              node[i].knownWriter = NOBODY;
              node[i].base = 0
         :: skip
         fi
       }
       /* all others have their turn, in any order */
       left = 0;
       for (i : 0 .. NODES - 1) {
         node[i].acted = !node[i].up;
         if
         :: node[i].up -> left++
         :: else
         fi
       }
       do
       :: left == 0 -> break
       :: left > 0 && !node[0].acted -> node[0].acted = true; left--; act(0)
       :: left > 0 && !node[1].acted -> node[1].acted = true; left--; act(1)
       :: left > 0 && !node[2].acted -> node[2].acted = true; left--; act(2)
       od;
       /* nobody who was well all the time has let its tick pass */
       for (i : 0 .. NODES - 1) {
         if
         :: node[i].up && seq > 0 && node[i].since <= writtenAt ->
              assert(tick < writtenAt + PERIOD + distance(writer, i) * STEP || writtenAt == tick)
         :: node[i].up && seq == 0 -> assert(tick < node[i].since + i * FIRST_STEP)
         :: else
         fi
       }
       tick++
  od
}
