-- By hand: partial. Listed in scripts/db/hand-written.ts.
CREATE INDEX "minted_ark_unused_idx" ON "minted_ark" ("id") WHERE "status" IN ('reserved', 'withdrawing');
