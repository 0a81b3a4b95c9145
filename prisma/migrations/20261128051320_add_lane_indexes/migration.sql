-- CreateIndex
CREATE INDEX "collection_lane_id_idx" ON "collection"("lane_id");

-- CreateIndex
CREATE INDEX "attempt_lane_id_id_idx" ON "attempt"("lane_id", "id");
