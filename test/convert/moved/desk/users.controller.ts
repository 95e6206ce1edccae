import {
  Body,
  ConflictException,
  Controller,
  createParamDecorator,
  Get,
  HttpCode,
  Param,
  ParseUUIDPipe,
  Post,
  UnauthorizedException,
  UseGuards,
  type ExecutionContext,
} from '@nestjs/common';
import { JwtAuthGuard, type User, type UserRequest } from './guards.js';
import { LoginDto } from './tickets.dto.js';

export const CurrentUser = createParamDecorator(
  (_data: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<UserRequest>().user,
);

@Controller('users')
export class UsersController {
  @Post('login')
  @HttpCode(200)
  login(@Body() { email, password }: LoginDto) {
    if (password !== 'secret') throw new UnauthorizedException('Wrong password');
    return { token: email };
  }

  @Post()
  register(@Body() { email }: LoginDto) {
    if (email === 'ada@desk.example') throw new ConflictException('Email exists');
    return { email };
  }

  @Get('me')
  @UseGuards(JwtAuthGuard)
  me(@CurrentUser() user: User) {
    return user;
  }

  @Get(':id')
  @UseGuards(JwtAuthGuard)
  findOne(@Param('id', ParseUUIDPipe) id: string) {
    return { id };
  }

  @Post('logout')
  @UseGuards(JwtAuthGuard)
  logout(): void {}
}
