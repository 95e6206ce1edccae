import { Agent, request as send } from 'node:http';

const ITEMS = 60;
const CATEGORIES = 5;
const UPLOAD = Buffer.alloc(40_000, 'x');
const BOUNDARY = 'soak-boundary';

/** A request with its whole response; `status` 0 where the connection was closed. */
export function createClient(socket) {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  const request = (method, path, { headers = {}, body, to = socket } = {}) =>
    new Promise((resolve) => {
      const options = { socketPath: to, method, path, agent, headers };
      const sent = send(options, (response) => {
        const parts = [];
        response.on('data', (part) => parts.push(part));
        response.on('error', () => resolve({ status: 0, headers: {}, text: 'aborted' }));
        response.on('end', () => {
          const { statusCode: status, headers: received } = response;
          resolve({ status, headers: received, text: Buffer.concat(parts).toString() });
        });
      });
      sent.on('error', (error) => resolve({ status: 0, headers: {}, text: error.message }));
      sent.end(body);
    });
  return { request, close: () => agent.destroy() };
}

export const bodyOf = ({ text }) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const API = '/api/soak/v1';
const asUser = (user) => ({ headers: user === undefined ? {} : { 'x-user': user } });

/** The kinds of requests, each with its share in percent. */
export function trafficOf({ request, checker, random }) {
  const below = (limit) => Math.floor(random() * limit);
  // Some items are read more often than others.
  const anyItem = () => Math.floor(ITEMS * random() * random());
  const anyUser = () => String(1 + below(3));

  async function expectStatus(response, status) {
    if (response.status === status) return bodyOf(response);
    // What an interrupted connection leaves is judged by the caller, who knows of the kills.
    const isInterrupted = [0, 502, 503, 504].includes(response.status);
    if (!isInterrupted) checker.report('status', `not ${status}`, response);
    return undefined;
  }

  async function read(kind, key, path, options) {
    const since = checker.now();
    const response = await request('GET', `${API}${path}`, options);
    const body = await expectStatus(response, 200);
    if (body === undefined) return { response };
    checker.read(key, body.version, since, response);
    checker.build(body, response);
    return { response, body };
  }

  let writes = 0;
  const nextWriter = () => `writer ${++writes}`;

  const put = (path, user, writer) => {
    const headers = { 'content-type': 'application/json', 'x-user': user };
    return request('PUT', `${API}${path}`, { headers, body: JSON.stringify({ writer }) });
  };

  async function write(key, path, user) {
    const writer = nextWriter();
    const response = await put(path, user, writer);
    const body = await expectStatus(response, 200);
    if (body !== undefined) checker.written(key, writer, body, response);
    return { response };
  }

  const kinds = {
    item: [
      58,
      () => {
        const id = anyItem();
        return read('item', `item:${id}`, `/items/${id}`);
      },
    ],
    list: [
      10,
      async () => {
        const page = below(ITEMS / 10);
        const ids = Array.from({ length: 10 }, (_, at) => page * 10 + at);
        const since = checker.now();
        const response = await request('GET', `${API}/items?page=${page}`);
        const body = (await expectStatus(response, 200)) ?? [];
        body.forEach((item, at) => {
          checker.read(`item:${ids[at]}`, item.version, since, response);
          checker.build(item, response);
        });
        return { response };
      },
    ],
    embed: [
      8,
      async () => {
        const id = anyItem();
        const category = `category:${id % CATEGORIES}`;
        const since = checker.now();
        const { response, body } = await read('embed', `item:${id}`, `/items/${id}?_embed`);
        if (body === undefined) return { response };
        const [embedded] = body._embedded?.category ?? [];
        checker.read(category, embedded?.version, since, response, true);
        return { response };
      },
    ],
    mine: [
      10,
      async () => {
        const user = anyUser();
        const { response, body } = await read('mine', `mine:${user}`, '/mine', asUser(user));
        if (body !== undefined && body.user !== user)
          checker.report('another user', user, response);
        return { response };
      },
    ],
    admin: [
      4,
      async () => {
        const user = random() < 0.25 ? undefined : anyUser();
        const response = await request('GET', `${API}/admin`, asUser(user));
        const status = user === undefined ? 401 : user === '1' ? 200 : 403;
        await expectStatus(response, status);
        return { response };
      },
    ],
    write: [
      5,
      () => {
        const id = anyItem();
        return write(`item:${id}`, `/items/${id}`, random() < 0.5 ? '1' : '2');
      },
    ],
    denied: [
      1,
      async () => {
        const response = await put(`/items/${anyItem()}`, '3', 'denied');
        await expectStatus(response, 403);
        return { response };
      },
    ],
    category: [
      1,
      () => {
        const id = below(CATEGORIES);
        return write(`category:${id}`, `/categories/${id}`, '1');
      },
    ],
    own: [
      1,
      () => {
        const user = anyUser();
        return write(`mine:${user}`, '/mine', user);
      },
    ],
    batch: [
      1,
      async () => {
        const ids = [anyItem(), ITEMS - 1 - below(10)];
        const writers = ids.map(nextWriter);
        const requests = ids.map((id, at) => ({
          method: 'PUT',
          path: `/soak/v1/items/${id}`,
          body: { writer: writers[at] },
        }));
        const headers = { 'content-type': 'application/json', 'x-user': '2' };
        const body = JSON.stringify({ requests });
        const response = await request('POST', '/api/batch/v1', { headers, body });
        const { responses = [] } = (await expectStatus(response, 207)) ?? {};
        responses.forEach((one, at) => {
          if (one.status === 200)
            checker.written(`item:${ids[at]}`, writers[at], one.body, response);
          else checker.report('status', 'of a batch', response);
        });
        return { response };
      },
    ],
    upload: [
      1,
      async () => {
        const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="x.txt"\r\n\r\n`;
        const body = Buffer.concat([
          Buffer.from(head),
          UPLOAD,
          Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
        ]);
        const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
        const response = await request('POST', `${API}/uploads`, { headers, body });
        const stored = await expectStatus(response, 200);
        if (stored !== undefined && stored.size !== UPLOAD.length)
          checker.report('broken', 'upload', response);
        return { response };
      },
    ],
  };
  const names = Object.entries(kinds).flatMap(([name, [share]]) => Array(share).fill(name));
  return {
    next: () => names[below(names.length)],
    run: (name) => kinds[name][1](),
    write,
    read,
  };
}
