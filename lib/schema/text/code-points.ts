/**
 * The number of code points in a text: what `minLength` and `maxLength` count. A surrogate pair is
 * one, a lone surrogate is one. Counted without an iterator, which would allocate each of them.
 */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index++) {
    if (isLow(text.charCodeAt(index)) && isHigh(text.charCodeAt(index - 1))) count--;
  }
  return count;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Whether a text has at least so many code points; its length usually decides. */
export function hasAtLeast(text: string, count: number): boolean {
  if (text.length < count) return false;
  return text.length >= 2 * count || countCodePoints(text) >= count;
}

/** Whether a text has at most so many code points; its length usually decides. */
export function hasAtMost(text: string, count: number): boolean {
  if (text.length <= count) return true;
  return text.length <= 2 * count && countCodePoints(text) <= count;
}
