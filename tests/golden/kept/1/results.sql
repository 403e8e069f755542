BEGIN TRANSACTION;
CREATE TABLE puzzle (
  hash       TEXT PRIMARY KEY,  -- SHA-256 of all that can change an answer
  title      TEXT NOT NULL,
  author     TEXT NOT NULL,
  source     TEXT NOT NULL,
  shape      TEXT NOT NULL,     -- rectangle, hexagon or lines
  size       TEXT NOT NULL,     -- such as 3 x 4
  cells      INTEGER NOT NULL,
  clues      INTEGER NOT NULL,
  dialect    TEXT NOT NULL,     -- python or javascript
  alphabet   TEXT NOT NULL,
  constructs TEXT NOT NULL,     -- JSON list: back-reference, look-ahead, ...
  patterns   TEXT NOT NULL      -- JSON list of the clues, line by line
);
INSERT INTO "puzzle" VALUES('dc0d3b984bb0b025164acdc381912a39591ba0e6d8e99a1a035ad8d4c3a9fd64','','','','rectangle','1 x 2',2,2,'python','mentioned','[]','["AB","B"]');
INSERT INTO "puzzle" VALUES('7be2c89f9943835d69c8bd399862bc64d6d2744232146a774a92acb8a8f95eff','','','','rectangle','1 x 2',2,1,'python','mentioned','[]','["AB|BA"]');
CREATE TABLE result (
  id          INTEGER PRIMARY KEY,
  run         INTEGER NOT NULL REFERENCES run (id),
  puzzle      TEXT NOT NULL REFERENCES puzzle (hash),
  command     TEXT NOT NULL,
  file        TEXT NOT NULL,    -- as it was named on the command line; for generate: empty
  name        TEXT NOT NULL,    -- of the puzzle in its file; for generate: the seed
  options     TEXT NOT NULL,    -- JSON object: the options that can change the answer or how it is printed
  limits      TEXT NOT NULL,    -- JSON object: time, memory and size limits; they matter only for "unknown"
  version     TEXT NOT NULL,    -- of satcross
  status      TEXT NOT NULL,    -- unique, several, none, unknown, error or, for generate, made
  exit_status INTEGER NOT NULL, -- of the command for this puzzle alone
  count                         ,-- solutions: an integer, or text beyond 18 digits; null: not known
  complete    INTEGER,          -- 1: the answer is final; 0: a limit ended it; null: does not apply
  rating      REAL,             -- how hard it is; null: not unique, or the time was too short
  difficulty  TEXT,             -- gentle, moderate, hard or fiendish
  seconds     REAL NOT NULL,    -- how long the answer took
  finished    TEXT NOT NULL,    -- UTC, ISO 8601
  witnesses   TEXT NOT NULL,    -- JSON list of the solutions found, at most two
  answer      TEXT NOT NULL,    -- JSON object: what --json prints
  error       TEXT NOT NULL,    -- why there is no answer; empty: there is one
  output      TEXT NOT NULL     -- JSON list of pairs: "out" or "error", and what was written there
);
INSERT INTO "result" VALUES(1,1,'dc0d3b984bb0b025164acdc381912a39591ba0e6d8e99a1a035ad8d4c3a9fd64','check','unique.toml','','{"color":"auto","encoding":"auto","output_format":"text","solver":"auto"}','{"max_clauses":30000000,"max_nodes":5000000,"memory":4294967296,"timeout":null}','1.0.0','unique',0,1,1,1.0,'gentle',0.080438,'2026-11-23T22:37:26.666+00:00','[{"rows":["AB"]}]','{"alphabet":"AB","breaches":[],"breaches_exact":true,"complete":true,"count":1,"dialect":"python","differing_cells":[],"file":"unique.toml","free_cells":[],"name":"","schema":1,"searched":false,"solutions":[{"rows":["AB"]}],"stats":{"cells":2,"classes":2,"clues":2,"seconds":{"compile":0.0013,"propagate":0.008146,"recheck":0.000107},"sweeps":2},"status":"unique","unique_over_any_alphabet":true}','','[["out","unique.toml: unique over any alphabet\n"]]');
INSERT INTO "result" VALUES(2,1,'7be2c89f9943835d69c8bd399862bc64d6d2744232146a774a92acb8a8f95eff','check','several.toml','','{"color":"auto","encoding":"auto","output_format":"text","solver":"auto"}','{"max_clauses":30000000,"max_nodes":5000000,"memory":4294967296,"timeout":null}','1.0.0','several',1,2,1,NULL,NULL,0.031007,'2026-11-23T22:37:26.698+00:00','[{"rows":["AB"]},{"rows":["BA"]}]','{"alphabet":"AB","candidates":[{"cell":[1,1],"letters":"AB"},{"cell":[1,2],"letters":"AB"}],"candidates_exact":true,"certain_cells":[],"complete":true,"count":2,"dialect":"python","differ_least":true,"differing_cells":[[1,1],[1,2]],"file":"several.toml","free_cells":[],"name":"","schema":1,"searched":true,"solutions":[{"rows":["AB"]},{"rows":["BA"]}],"stats":{"cells":2,"classes":2,"clauses":0,"clues":1,"seconds":{"compile":0.00019,"guess":0.000105,"propagate":0.000208,"recheck":0.000127},"sweeps":1,"variables":0},"status":"several"}','','[["out","several.toml: several\n\n  ┌─────┐      ┌─────┐\n  │[A B]│      │[B A]│\n  └─────┘      └─────┘\n\n  they differ in 2 cells: 1,1  1,2\n\n  2 solutions\n  none of 2 cells is certain; 2 vary between these letters:\n    1,1  AB\n    1,2  AB\n\n"]]');
CREATE TABLE run (
  id         INTEGER PRIMARY KEY,
  command    TEXT NOT NULL,     -- check, solve, count, lint or generate
  options    TEXT NOT NULL,     -- JSON object: all options of the command line
  version    TEXT NOT NULL,     -- of satcross
  host       TEXT NOT NULL,
  started    TEXT NOT NULL,     -- UTC, ISO 8601
  ended      TEXT,              -- null: it is running, or it was killed
  reused     INTEGER NOT NULL DEFAULT 0  -- results of earlier runs that were taken over
);
INSERT INTO "run" VALUES(1,'check','{"cluster":null,"color":"auto","encoding":"auto","jobs":1,"max_clauses":30000000,"max_nodes":5000000,"memory":4294967296,"output_format":"text","solver":"auto","timeout":null}','1.0.0','here','2026-11-23T22:37:26.573+00:00','2026-11-23T22:37:26.698+00:00',0);
CREATE UNIQUE INDEX result_question ON result (command, puzzle, options, file, name);
CREATE INDEX result_puzzle ON result (puzzle);
CREATE INDEX result_name ON result (command, options, file, name);
PRAGMA application_id = 1935766627;
PRAGMA user_version = 1;
COMMIT;
