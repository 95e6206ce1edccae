import type { FormatRule } from './format-rule.js';

const LOWER_CASE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ANY_CASE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const LENGTH = 36;

/** Any version and variant, in lower case: WordPress's `wp_is_uuid`. */
export const lowerCaseUuid: FormatRule = {
  name: 'uuid',
  rejection: {
    accepts: (text) => text.length === LENGTH && LOWER_CASE.test(text),
    code: 'rest_invalid_uuid',
    noun: 'a UUID in lower case',
  },
};

/** Any version and variant, in either case: RFC 9562, section 4. */
export const uuid: FormatRule = {
  name: 'uuid-any-case',
  rejection: {
    accepts: (text) => text.length === LENGTH && ANY_CASE.test(text),
    code: 'rest_invalid_uuid',
    noun: 'a UUID',
  },
};
