/** User 1 has every capability, user 2 has two. A request without the header `x-test-user` is anonymous. */
export const fixtureUser = {
  user: (request: { readonly headers: Readonly<Record<string, unknown>> }) => {
    const id = request.headers['x-test-user'];
    return id === undefined ? undefined : { id: Number(id) };
  },
  can: (user: { readonly id: number }, capability: string) =>
    user.id === 1 || (user.id === 2 && ['read', 'edit_items'].includes(capability)),
};
