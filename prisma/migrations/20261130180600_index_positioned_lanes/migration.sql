-- By hand: lanes that begin a batch only once it has its position, which each beat looks for. Usually there are none.
CREATE INDEX "lane_positioned_idx" ON "lane"("id") WHERE "settings" ->> 'startsWhen' = 'positioned';
