const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['people', 'person'],
  ['children', 'child'],
  ['men', 'man'],
  ['women', 'woman'],
  ['taxes', 'tax'],
  ['movies', 'movie'],
  ['cookies', 'cookie'],
  ['indices', 'index'],
  ['indexes', 'index'],
  ['matrices', 'matrix'],
  ['leaves', 'leaf'],
  ['shelves', 'shelf'],
  ['buses', 'bus'],
  ['quizzes', 'quiz'],
]);

/** Words that end like a plural, or that have no other form. */
const UNCHANGED =
  /(?:ss|us|is|as|news|series|species|media|data|analytics|settings|details|sizes|stats|statistics|preferences|sms)$/;

/** The singular of the last word: `font`, `family` of `font`, `families`. */
export function singularOf(words: readonly string[]): readonly string[] {
  const last = words.at(-1);
  return last === undefined ? words : [...words.slice(0, -1), singularWord(last)];
}

/** Whether the last word is a plural. */
export function isPlural(words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  return singularWord(last) !== last;
}

function singularWord(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length < 4 || !word.endsWith('s') || UNCHANGED.test(word)) return word;
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (
    /(?:uses|sses|shes|tches|xes|zzes|aliases)$/.test(word) &&
    !/(?:causes|houses|[^at]uses)$/.test(word)
  )
    return word.slice(0, -2);
  return word.slice(0, -1);
}
