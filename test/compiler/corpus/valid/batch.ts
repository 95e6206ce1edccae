import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

const options = { batch: false };

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', [HttpMethod.Get, HttpMethod.Post], new PublicAccess(), { batch: true })
  both() {}
  @RestRoute('/off', HttpMethod.Get, new PublicAccess(), { batch: false })
  off() {}
  @RestRoute('/open', HttpMethod.Get, new PublicAccess(), options)
  open() {}
}

export const expected = {
  methods: {
    both: { parameters: [] },
    off: { parameters: [] },
    open: { parameters: [] },
  },
};
