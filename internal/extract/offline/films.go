package offline

import (
	"strings"
	"sync"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

// filmed are keys of books that became well-known films or series of the same name. The lists know them as books.
var filmed = sync.OnceValue(func() map[string]bool {
	keys := map[string]bool{}
	for title := range strings.SplitSeq(`The Lord of the Rings;The Silence of the Lambs;V for Vendetta;Ready Player One;The Martian;Gone Girl;
		No Country for Old Men;The Shining;The Girl with the Dragon Tattoo;The Hunger Games;Life of Pi;The Hobbit;The Da Vinci Code;
		Charlie and the Chocolate Factory;To Kill a Mockingbird;Gone with the Wind;The Great Gatsby;American Psycho;A Clockwork Orange;
		One Flew Over the Cuckoo's Nest;The Handmaid's Tale;Normal People;Dune;Harry Potter`, ";") {
		keys[extract.Key(title)] = true
	}
	return keys
})

// filmTalk are words of talk about films.
var filmTalk = words(`movie movies film films cinema watch watched watching screenplay actor actors actress studio trailer oscar oscars
	filme kino film schauspieler gesehen`)

const nearFilm = 20 // words

// asFilm returns a well-known book as the film of its name where films are talked of and nobody reads; other things as they are.
func (r *reader) asFilm(k known, m extract.Match) known {
	if !r.meansFilm(k, m) {
		return k
	}
	return known{mention.Product, k.name, k.forms, &facts{"Film or series", mention.Claims{Category: "Film or series"}}}
}

func (r *reader) meansFilm(k known, m extract.Match) bool {
	if k.typ != mention.Book || !filmed()[extract.Key(k.name)] || r.readNear(k, m) {
		return false
	}
	for i := max(0, m.First-nearFilm); i < min(len(r.words), m.Last+1+nearFilm); i++ {
		if filmTalk[r.words[i].Fold] {
			return true
		}
	}
	return false
}
