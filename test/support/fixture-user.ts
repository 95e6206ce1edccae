/** User 1 has every capability, 2 has two, absent is nobody. The header is the test's own. */
export const fixtureUser = {
  user: (request: { readonly headers: Readonly<Record<string, unknown>> }) => {
    const id = request.headers['x-test-user'];
    return id === undefined ? undefined : { id: Number(id) };
  },
  can: (user: { readonly id: number }, capability: string) =>
    user.id === 1 || (user.id === 2 && ['read', 'edit_items'].includes(capability)),
};
