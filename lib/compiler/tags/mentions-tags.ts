import { LIMIT_NAMES } from '../../schema/limits.js';

const TAGS = new RegExp(`@(?:default|readonly|${LIMIT_NAMES.join('|')})\\b`, 'i');

/** Whether a source may have a tag that is read. All others need not be parsed with their docstrings. */
export function mentionsTags(text: string): boolean {
  return TAGS.test(text);
}
