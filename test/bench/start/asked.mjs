const order = { title: 'A title', lines: [{ sku: 'a', qty: 1 }] };

/** Each route of the first controller; the first request is the one that is waited for. */
export const ASKED = [
  { method: 'GET', path: '0/7' },
  { method: 'GET', path: '0?page=2' },
  { method: 'GET', path: '0' },
  { method: 'GET', path: '0?page=x' },
  { method: 'POST', path: '0', body: JSON.stringify(order) },
  { method: 'PUT', path: '0/7', body: JSON.stringify({ title: 'Another' }) },
  { method: 'DELETE', path: '0/7' },
];
