import { watchArrivals } from "./components/frame/watch-arrivals.ts";

// Next runs this before React wakes the page up: the click that gets lost comes in the midst of that.
watchArrivals();
