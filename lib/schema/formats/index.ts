import type { Format } from '../vocabulary.js';
import { dateTime } from './date-time.js';
import { email } from './email.js';
import type { FormatRule } from './format-rule.js';
import { hexColor } from './hex-color.js';
import { ip } from './ip.js';
import { uri } from './uri.js';
import { uuid } from './uuid.js';

/** Every format, by name. */
export const formatRules: ReadonlyMap<Format, FormatRule> = new Map(
  [email, uuid, ip, dateTime, hexColor, uri].map((rule) => [rule.name, rule]),
);
