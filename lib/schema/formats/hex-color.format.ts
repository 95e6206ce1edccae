import type { FormatRule } from './format-rule.js';

const HEX_COLOR = /^#(?:[A-Fa-f0-9]{3}){1,2}$/;

/** `#` and three or six hexadecimal digits; the case is kept. */
export const hexColor: FormatRule = {
  name: 'hex-color',
  rejection: {
    accepts: (text) => HEX_COLOR.test(text),
    code: 'rest_invalid_hex_color',
    noun: 'a colour like #fa0 or #ffaa00',
  },
};
