import type { FormatRule } from './format-rule.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const LENGTH = 36;

/** Any version and variant, in lower case: WordPress's `wp_is_uuid`. */
export const uuid: FormatRule = {
  name: 'uuid',
  rejection: {
    accepts: (text) => text.length === LENGTH && UUID.test(text),
    code: 'rest_invalid_uuid',
    noun: 'a UUID in lower case',
  },
};
