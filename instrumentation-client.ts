import { watchArrivals } from "./components/frame/watch-arrivals.ts";

// Next runs this before React takes the page over, so that it hears of every click.
watchArrivals();
