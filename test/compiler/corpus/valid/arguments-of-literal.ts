import {
  Arguments,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/{id}', HttpMethod.Post, new PublicAccess())
  create(@Arguments() item: { id: int; title: string }) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'item',
          type: {
            kind: 'object',
            properties: [
              { name: 'id', type: { kind: 'integer' } },
              { name: 'title', type: { kind: 'string' } },
            ],
          },
        },
      ],
    },
  },
};
