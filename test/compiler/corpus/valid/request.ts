import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(request: RestRequest, id: int) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        { name: 'request', type: { kind: 'request' } },
        { name: 'id', type: { kind: 'integer' } },
      ],
    },
  },
};
