import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(counts: Record<string, int>, texts: Readonly<Record<string, string | null>>) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        { name: 'counts', type: { kind: 'object', additional: { kind: 'integer' } } },
        { name: 'texts', type: { kind: 'object', additional: { kind: 'string', nullable: true } } },
      ],
    },
  },
};
