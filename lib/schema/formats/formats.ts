import type { ValueSchema } from '../vocabulary.js';
import { date, dateTime } from './date.formats.js';
import { email } from './email.format.js';
import type { FormatRule } from './format-rule.js';
import { hexColor } from './hex-color.format.js';
import { ip } from './ip.format.js';
import { textareaField, textField } from './text-field.format.js';
import { uri } from './uri.format.js';
import { lowerCaseUuid, uuid } from './uuid.format.js';

/** Every format, by name. */
export const formatRules: ReadonlyMap<ValueSchema['format'], FormatRule> = new Map(
  [email, uuid, lowerCaseUuid, ip, date, dateTime, hexColor, uri, textField, textareaField].map(
    (rule) => [rule.name, rule],
  ),
);
