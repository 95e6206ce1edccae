import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  /**
   * Lists what there is,
   * page by page.
   *
   * @param page - Which page, from one.
   * @param search
   * @deprecated Use `/v2` instead.
   */
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(page: int = 1, search?: string) {}

  /** @deprecated */
  @RestRoute('/gone', HttpMethod.Get, new PublicAccess())
  gone() {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        {
          name: 'page',
          type: { kind: 'integer' },
          optional: true,
          default: 1,
          description: 'Which page, from one.',
        },
        { name: 'search', type: { kind: 'string' }, optional: true },
      ],
      description: 'Lists what there is, page by page.',
      deprecated: 'Use `/v2` instead.',
    },
    gone: { parameters: [], deprecated: true },
  },
};
