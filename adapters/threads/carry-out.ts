import { clearWork, placeObject, stageObject } from "../storage/filesystem/small/write-object.ts";
import type { StoreStep } from "../storage/filesystem/steps.ts";
import { finishFile, makeFolder, removeFolder, syncAll } from "./disk-calls.ts";
import type { Task } from "./tasks.ts";

/**
 * Carries out a task with synchronous calls: the put of a small object is some sixty of them, and each costs a process ten
 * times as much when it waits for it. For threads only. `step`: called at the points of a put.
 */
export function carryOut(task: Task, step: (name: StoreStep) => void): boolean {
  switch (task.kind) {
    case "stage":
      return stageObject(task, step);
    case "place":
      return placeObject(task, step);
    case "clear":
      return clearWork(task, step);
    case "make":
      return makeFolder(task);
    case "sync":
      return syncAll(task);
    case "remove":
      return removeFolder(task);
    case "finish":
      return finishFile(task);
  }
}
