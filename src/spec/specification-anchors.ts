/** The anchor of a clause or an open point on the page of the specification. */
export function anchorOf(id: string): string {
  // A clause that observes an open point stands where the point does.
  return id.replace(/^open\//, '');
}

export function sectionAnchor(number: string): string {
  return `section-${number}`;
}
