import { buildChangedWorker } from "../../scripts/start/build.ts";

/** Before any file: two at a time would write what the other is just starting. */
export default buildChangedWorker;
