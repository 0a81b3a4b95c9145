import { expect, test } from "vitest";
import { isHtmlPage } from "./html.ts";

test.each([
  ["<!DOCTYPE html><html><head>", true],
  ['<!doctype HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">', true],
  ["<html>", true],
  ['\ufeff\r\n\t <HTML lang="de">', true],
  ["<!-- proxy --> <!-- 2 -->\n<head>", true],
  ['<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">', true],
  ["<title>404 Not Found</title>", true],
  ["<body/>", true],
  ["<html", false],
  ["<htmlish>", false],
  ["<!-- never closed <html>", false],
  ["  <!-- never closed <html>", false],
  ['<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">', false],
  ["# Notes\n<html>", false],
  ["", false],
])("%j is a web page: %s", (text, expected) => {
  expect(isHtmlPage(text)).toBe(expected);
});
