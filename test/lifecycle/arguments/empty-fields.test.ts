import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { form } from '../../support/form.js';

const open = new PublicAccess();

enum Kind {
  Novel = 'novel',
  Essay = 'essay',
}

interface Line {
  qty?: int;
  note?: string;
  parts?: Line[];
}

interface Range {
  min: int | null;
  /** @default 9 */
  max: int;
  prices?: Record<string, number>;
}

@RestController('v1', '/fields')
class FieldsController {
  @RestRoute('', HttpMethod.Get, open)
  search(
    page: int = 1,
    kind: Kind | null = null,
    ratio?: number,
    on = false,
    since?: Date,
    any?: string | int,
    text = 'none',
    tags: string[] = ['none'],
    @Param({ schema: { type: 'integer', default: 5 } }) stated?: number,
  ) {
    return { page, kind, ratio, on, since, any, text, tags, stated };
  }

  @RestRoute('/lines', HttpMethod.Get, open)
  find(range: Range, lines: Line[] = []) {
    return { range, lines };
  }

  @RestRoute('', HttpMethod.Post, open)
  save(page: int, on?: boolean, lines: Line[] = []) {
    return { page, on, lines };
  }

  @RestRoute('/wordpress', HttpMethod.Get, open, { values: 'wordpress' })
  wordpress(page: int = 1) {
    return { page };
  }
}

const encoded = { 'content-type': 'application/x-www-form-urlencoded' };
const DEFAULTS = { page: 1, kind: null, on: false, text: 'none', tags: ['none'], stated: 5 };

describe.each(ADAPTERS)('a field that a person has left empty, on %s', (adapter) => {
  const app = useRoutes([FieldsController], { adapter, rest: { style: 'nest' } });
  const get = (path: string) => app.fetch('GET', `/api/acme/v1/fields${path}`);
  const post = (body: string | Buffer, headers: Readonly<Record<string, string>>) =>
    app.fetch('POST', '/api/acme/v1/fields', { headers, body });
  const postForm = (text: string) => post(text, encoded);

  test('is absent in a query if the type has no texts, and a value if it has', async () => {
    const empty = 'page=&kind=&ratio=&on=&since=&stated=';
    expect((await get(`?${empty}`)).body).toEqual(DEFAULTS);
    expect((await get('?page=&any=&text=&tags=')).body).toEqual({
      ...DEFAULTS,
      any: '',
      text: '',
      tags: [],
    });
  });

  test('is absent within objects and lists of objects', async () => {
    const query = 'range[min]=1&range[max]=&range[prices][EUR]=&range[prices][USD]=2';
    const lines = 'lines[0][qty]=&lines[0][note]=&lines[0][parts][0][qty]=';
    expect((await get(`/lines?${query}&${lines}`)).body).toEqual({
      range: { min: 1, max: 9, prices: { USD: 2 } },
      lines: [{ note: '', parts: [{}] }],
    });
    const missing = await get('/lines?range[min]=');
    expect(missing.status).toBe(400);
    expect(missing.text).toContain('range.min');
  });

  test('is absent in a form, with or without files', async () => {
    const { headers, body } = form(
      { name: 'page', content: '2' },
      { name: 'on', content: '' },
      { name: 'lines[0][qty]', content: '' },
    );
    const read = { page: 2, lines: [{}] };
    expect((await post(body, headers)).body).toEqual(read);
    expect((await postForm('page=2&on=&lines[0][qty]=')).body).toEqual(read);
  });

  test('is missing if it is required', async () => {
    const sent = await postForm('page=');
    expect(sent.status).toBe(400);
    expect(sent.text).toContain('page should not be null or undefined');
  });

  test('is a wrong value in JSON', async () => {
    const sent = await post('{"page":""}', { 'content-type': 'application/json' });
    expect(sent.status).toBe(400);
    expect(sent.text).not.toContain('null or undefined');
  });

  test('a checkbox is a boolean with a value of its own; its default, on, is none', async () => {
    expect((await postForm('page=1&on=true')).body).toMatchObject({ on: true });
    // A hidden field of the same name before the checkbox.
    expect((await postForm('page=1&on=0&on=1')).body).toMatchObject({ on: true });
    expect((await postForm('page=1&on=on')).status).toBe(400);
  });

  test("is a wrong value with WordPress's values", async () => {
    expect((await get('/wordpress?page=')).status).toBe(400);
  });
});
