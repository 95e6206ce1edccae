import { Controller, Get, Param, Post } from '@nestjs/common';

@Controller()
export class MixedController {
  @Get('user')
  current() {
    return { user: 'ada' };
  }

  @Post('users/:name')
  invite(@Param('name') name: string) {
    return { name };
  }
}
