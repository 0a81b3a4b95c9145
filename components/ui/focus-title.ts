/** Moves the focus to the page's title: for an act whose button is gone when it is done. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>("h1")?.focus();
}
