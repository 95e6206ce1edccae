import {
  Arguments,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';

interface Paging {
  /** @minimum 1 @default 1 */
  page: int;
  search?: string;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(@Arguments() { page, search }: Paging) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: '{ page, search }',
          type: {
            kind: 'object',
            name: 'Paging',
            properties: [
              {
                name: 'page',
                type: { kind: 'integer' },
                default: 1,
                limits: { minimum: 1 },
              },
              { name: 'search', type: { kind: 'string' }, optional: true },
            ],
          },
        },
      ],
    },
  },
};
