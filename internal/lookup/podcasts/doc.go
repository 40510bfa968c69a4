// Package podcasts asks directories of podcasts about podcasts that are mentioned. It owns what is asked and what a show is as a
// record; the directories' clients are those that find shows by their names (showfinder).
package podcasts
