import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';

/** The name of a parameter of a header. @see RFC 9110, 5.6.2 */
const TOKEN = /^[\w!#$&+.^`|~-]+$/;

/**
 * One link of a `Link` header.
 *
 * @throws InvalidArgumentException on a name of an attribute that no header can have.
 * @see RFC 8288, 3
 */
export function linkValue(href: string, attributes: Readonly<Record<string, string>>): string {
  const parts = Object.entries(attributes).map(([name, value]) => parameter(name, value));
  return [`<${uriText(href)}>`, ...parts].join('; ');
}

function parameter(name: string, value: string): string {
  if (!TOKEN.test(name)) {
    throw new InvalidArgumentException(
      `RestResponse: ${JSON.stringify(name)} is no name of an attribute of a link.`,
    );
  }
  // @see RFC 8187: a header has no other way for characters beyond Latin-1.
  if (name !== 'rel' && /\P{ASCII}/u.test(value)) {
    return `${name}*=UTF-8''${encodeURIComponent(value)}`;
  }
  return `${name}="${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** Escapes what would end the URL, or begin another link. */
function uriText(href: string): string {
  return href.replaceAll(/[<>"\s]/g, (one) => (/[\r\n]/.test(one) ? one : encodeURIComponent(one)));
}
