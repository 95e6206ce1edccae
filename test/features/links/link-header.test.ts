import { InvalidArgumentException, RestResponse } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';

describe('linkHeader', () => {
  const header = (...link: Parameters<RestResponse['linkHeader']>) =>
    new RestResponse({}).linkHeader(...link).headers['link'];

  test.each<[string, Parameters<RestResponse['linkHeader']>, string]>([
    [
      'quotes attributes',
      ['next', 'https://example.com/next', { title: 'More', hreflang: 'en' }],
      '<https://example.com/next>; rel="next"; title="More"; hreflang="en"',
    ],
    ['keeps a relative URL', ['help', '/help'], '</help>; rel="help"'],
    [
      'escapes what would end a value',
      ['a"; rel="b', '/x', { title: '"\\' }],
      '</x>; rel="a\\"; rel=\\"b"; title="\\"\\\\"',
    ],
    [
      'escapes what would end the URL',
      ['next', '/x>; rel="evil", </y z'],
      '</x%3E;%20rel=%22evil%22,%20%3C/y%20z>; rel="next"',
    ],
    [
      'encodes a text beyond ASCII',
      ['next', '/x', { title: 'Über uns' }],
      '</x>; rel="next"; title*=UTF-8\'\'%C3%9Cber%20uns',
    ],
  ])('%s', (_title, link, expected) => {
    expect(header(...link)).toBe(expected);
  });

  test.each<[string, Parameters<RestResponse['linkHeader']>]>([
    ['a line break in a relation', ['a\r\nSet-Cookie: a=1', '/x']],
    ['a line break in a URL', ['next', '/x\r\nSet-Cookie: a=1']],
    ['a line break in an attribute', ['next', '/x', { title: 'a\nb' }]],
    ['an attribute whose name no header can have', ['next', '/x', { 'a b': '1' }]],
  ])('rejects %s', (_title, link) => {
    expect(() => header(...link)).toThrow(InvalidArgumentException);
  });

  test('adds to the links of earlier calls', () => {
    const { headers } = new RestResponse({}).linkHeader('a', '/a').linkHeader('b', '/b');
    expect(headers['link']).toBe('</a>; rel="a", </b>; rel="b"');
  });
});
