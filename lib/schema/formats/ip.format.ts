import type { FormatRule } from './format-rule.js';

/** Leading zeros pass, as on WordPress; in the tail of an IPv6 address they do not. */
const IPV4 = dotted('(?:25[0-5]|2[0-4][0-9]|[01]?[0-9]?[0-9])');
const IPV4_TAIL = dotted('(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])');
const GROUP = /^[0-9A-Fa-f]{1,4}$/;
const GROUPS = 8;
/** An IPv4 tail counts as two groups. */
const GROUPS_OF_TAIL = 2;

/** Six groups, a `::` among them, and an IPv4 tail. Longer texts are rejected unread. */
const LONGEST = 46;

function dotted(octet: string): RegExp {
  return new RegExp(`^(?:${octet}\\.){3}${octet}$`);
}

/** The number of groups, or NaN if one of them is invalid. */
function countGroups(text: string): number {
  const groups = text === '' ? [] : text.split(':');
  return groups.every((group) => GROUP.test(group)) ? groups.length : NaN;
}

/** Whether a text has `count` groups, or fewer of them and a single `::`. */
function isGroups(text: string, count: number): boolean {
  const [head = '', tail, ...more] = text.split('::');
  if (tail === undefined) return countGroups(head) === count;
  return more.length === 0 && countGroups(head) + countGroups(tail) <= count;
}

function isIpv6(text: string): boolean {
  if (!text.includes('.')) return isGroups(text, GROUPS);
  const end = text.lastIndexOf(':');
  if (end < 0 || !IPV4_TAIL.test(text.slice(end + 1))) return false;
  // The colon before the tail belongs to a `::`, or is only a separator.
  const groups = text.slice(0, text.charAt(end - 1) === ':' ? end + 1 : end);
  return isGroups(groups, GROUPS - GROUPS_OF_TAIL);
}

/** An IPv4 or IPv6 address, without a zone or a mask. */
export const ip: FormatRule = {
  name: 'ip',
  rejection: {
    accepts: (text) => text.length <= LONGEST && (IPV4.test(text) || isIpv6(text)),
    code: 'rest_invalid_ip',
    noun: 'an IP address',
  },
};
